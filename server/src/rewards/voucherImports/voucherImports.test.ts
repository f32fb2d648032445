import { Readable } from 'node:stream'
import type { VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient } from '../../../test/build.ts'
import { sweepSkips } from './voucherImports.queries.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'
const lastDay = '2099-12-31'

type Bytes = string | Buffer

function formOf(content: Bytes, name = 'codes.csv') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return form
}

const address = (client: string, more = '') =>
  `/api/upload_vouchers/?client_id=${client}&expiry_date=${lastDay}${more}`

async function upload(content: Bytes, { client = '', more = '', name = 'codes.csv', headers = {} } = {}) {
  const id = client || (await buildClient(api.db)).id
  const reply = await admin.upload(address(id, more), formOf(content, name), headers)
  return { client: id, status: reply.statusCode, body: reply.json<VoucherImport>(), reply }
}

const codesOf = (client: string) => api.db<{ code: string; detail: string; cost: number }[]>`
  select v.voucher_code as code, i.voucher_detail as detail, i.cost from vouchers v
  join voucher_infos i on i.id = v.voucher_info_id where v.client_id = ${client} order by v.id`

const codes = async (client: string) => (await codesOf(client)).map(({ code }) => code)

async function countsOf(client: string) {
  const [row] = await api.db`
    select (select count(*) from live_voucher_infos where client_id = ${client})::int as groups, sum(codes)::int as codes,
      sum(available)::int as available from stock_of_client(${client})`
  return row
}

const everything = () => api.db`
  select (select count(*) from vouchers)::int as codes, (select count(*) from voucher_infos)::int as groups,
    (select count(*) from voucher_imports)::int as imports, (select count(*) from voucher_import_skips)::int as skips,
    (select count(*) from audit_entries)::int as audit, (select count(*) from figure_deltas where figure = 'voucher_figures')::int as deltas`

describe('an import', () => {
  test('groups lines with the same detail and cost, reports skipped lines, and has one audit entry', async () => {
    const { client, status, body } = await upload(
      [
        'voucher_code,voucher_detail,cost',
        'B-2,Coffee,10.50',
        'A-1,Coffee,10.5',
        'C-3,,',
        '0042,Tea,0',
        'A-1,Coffee,10.5',
        ' ,Coffee,10.5',
        'D-4,Coffee,ten',
        '1.23E+11,Coffee,10',
        '12E45,Tea,',
        '',
      ].join('\n'),
      { more: '&voucher_detail=Gift&cost=5' },
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      imported: 5,
      skipped_count: 4,
      skipped: [
        { line: 6, voucher_code: 'A-1', reason: 'The file has this code twice' },
        { line: 7, voucher_code: '', reason: 'There is no code' },
        { line: 8, voucher_code: 'D-4', reason: 'The cost is not an amount of coins' },
        {
          line: 9,
          voucher_code: '1.23E+11',
          reason: 'A spreadsheet has shortened this number: its digits are lost',
        },
      ],
    })
    expect(await codesOf(client)).toEqual([
      { code: '0042', detail: 'Tea', cost: 0 },
      { code: '12E45', detail: 'Tea', cost: 500 },
      { code: 'A-1', detail: 'Coffee', cost: 1050 },
      { code: 'B-2', detail: 'Coffee', cost: 1050 },
      { code: 'C-3', detail: 'Gift', cost: 500 },
    ])
    expect(await countsOf(client)).toEqual({ groups: 4, codes: 5, available: 5 })
    const groups = await api.db`
      select is_single, import_id, expiry_date from voucher_infos where client_id = ${client} group by 1, 2, 3`
    expect(groups).toEqual([{ is_single: false, import_id: body.id, expiry_date: lastDay }])
    const audit = await api.db`
      select actor, entity, after->>'imported' as imported, after->>'file_name' as file from audit_entries
      where entity_id = ${body.id} or entity in ('vouchers', 'voucher_infos')`
    expect(audit).toEqual([
      { actor: api.people.admin.id, entity: 'voucher_imports', imported: '5', file: 'codes.csv' },
    ])
  })

  test('puts lines with the same detail and cost into one group, whatever is between them', {
    tags: ['proof'],
  }, async () => {
    const kinds = Array.from({ length: 10_001 }, (_, n) => `K-${n},Coffee,${n}`)
    const content = ['voucher_code,voucher_detail,cost', ...kinds, 'AGAIN,Coffee,0', ''].join('\n')
    const { client, body } = await upload(content)
    expect(body).toMatchObject({ imported: 10_002, skipped_count: 0 })
    expect(await countsOf(client)).toEqual({ groups: 10_001, codes: 10_002, available: 10_002 })
  })

  test('of the same file skips codes that the company has; another company may have them', async () => {
    const { client } = await upload('voucher_code\nONE\nTWO\n')
    const again = await upload('voucher_code\nTWO\nTHREE\nTWO\n', { client })
    expect(again.body).toMatchObject({
      imported: 1,
      skipped_count: 2,
      skipped: [
        { line: 2, voucher_code: 'TWO', reason: 'The company has this code already' },
        { line: 4, voucher_code: 'TWO', reason: 'The company has this code already' },
      ],
    })
    expect(await codes(client)).toEqual(['ONE', 'TWO', 'THREE'])
    expect(await countsOf(client)).toEqual({ groups: 2, codes: 3, available: 3 })
    expect((await upload('voucher_code\nTWO\n')).body.imported).toBe(1)
    const none = await upload('voucher_code\nTWO\n', { client })
    expect(none.body).toMatchObject({ imported: 0, skipped_count: 1 })
    expect(await countsOf(client)).toEqual({ groups: 2, codes: 3, available: 3 })
  })

  test('as a dry run has the same result and stores nothing', async () => {
    const client = (await buildClient(api.db)).id
    const file = 'voucher_code\nONE\nONE\n\nTWO\n'
    const before = await everything()
    const dryRun = await upload(file, { client, more: '&dry_run=true' })
    expect(await everything()).toEqual(before)
    expect(dryRun.body).toMatchObject({ id: null, imported: 2, skipped_count: 2 })
    const { body } = await upload(file, { client, more: '&dry_run=false' })
    expect({ ...body, id: null }).toEqual(dryRun.body)
  })

  test('runs once per Idempotency-Key', async () => {
    const client = (await buildClient(api.db)).id
    const headers = { 'idempotency-key': 'upload-1' }
    const first = await upload('voucher_code\nX1\nX1\n', { client, headers })
    const second = await upload('voucher_code\nX1\nX1\n', { client, headers })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(await countsOf(client)).toEqual({ groups: 1, codes: 1, available: 1 })
    expect((await upload('voucher_code\nX2\n', { client, headers })).status).toBe(409)
  })

  test('twice at once stores no code twice; a third one is refused with Retry-After', async () => {
    const client = (await buildClient(api.db)).id
    const file = `voucher_code\n${Array.from({ length: 3000 }, (_, n) => `R${n}`).join('\n')}\n`
    const two = await Promise.all([upload(file, { client }), upload(file, { client })])
    expect(two.map(({ body }) => body.imported).toSorted((a, b) => a - b)).toEqual([0, 3000])
    // With the limits of a real shop; the other tests have no limits.
    const narrow = await api.startApp({ limits: {} })
    const shop = api.withToken(api.token('admin'), narrow)
    const many = await Promise.all(
      [1, 2, 3, 4, 5].map(() => shop.upload(address(client), formOf(file, 'codes.csv'))),
    )
    const busy = many.filter(({ statusCode }) => statusCode === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]?.headers['retry-after']).toBe('5')
    await narrow.close()
    expect(await countsOf(client)).toEqual({ groups: 1, codes: 3000, available: 3000 })
  })

  test('skips a code that is created meanwhile', async () => {
    const client = (await buildClient(api.db)).id
    const [group] = await api.db<[{ id: string }]>`
      insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
      values (${client}, 'Typed', 0, ${lastDay}, false) returning id`
    let pending: ReturnType<typeof upload> | undefined
    await api.db.begin(async (tx) => {
      await tx`insert into vouchers (voucher_info_id, client_id, voucher_code) values (${group.id}, ${client}, 'M2')`
      pending = upload('voucher_code\nM1\nM2\n', { client })
      await expect
        .poll(async () => {
          const [row] = await api.db<[{ waiting: number }]>`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          return row.waiting
        })
        .toBe(1)
    })
    const done = await pending
    expect(done?.body).toMatchObject({ imported: 1, skipped: [{ line: 3, voucher_code: 'M2' }] })
    expect(await countsOf(client)).toEqual({ groups: 2, codes: 2, available: 2 })
  })
})

describe('accepted files', () => {
  const mark = '\uFEFF'
  const utf16le = (text: string) => Buffer.from(mark + text, 'utf16le')
  const lines = 'voucher_code,cost\nAé1,5\n"B,""2""",7.25\n'

  test.each<[string, Bytes]>([
    ['UTF-8', lines],
    ['UTF-8 with a byte order mark', mark + lines],
    ['UTF-16 little-endian', utf16le(lines)],
    ['UTF-16 big-endian', utf16le(lines).swap16()],
    ['semicolons', lines.replace('code,cost', 'code;cost').replace('1,5', '1;5').replace('",7', '";7')],
    ['tabs', lines.replace('code,cost', 'code\tcost').replace('1,5', '1\t5').replace('",7', '"\t7')],
    ['CRLF', lines.replaceAll('\n', '\r\n')],
    ['CR', lines.replaceAll('\n', '\r')],
    ['no line end after the last line', lines.trimEnd()],
    ['blank lines around', `\n\n${lines}\n\r\n\n`],
    [
      'a header in quotes, spaces and capitals',
      lines.replace('voucher_code,cost', '" Voucher Code ", COST '),
    ],
    ['columns in another sequence', 'cost,voucher_code\n5,Aé1\n7.25,"B,""2"""\n'],
    ['empty cells after the last column', lines.replace('cost', 'cost,,').replace('1,5', '1,5,,')],
    ['spaces around cells', lines.replace('Aé1,5', '  Aé1\u00a0 , 5 ')],
  ])('%s', async (_name, file) => {
    const { client, status, body } = await upload(file)
    expect([status, body.imported, body.skipped]).toEqual([200, 2, []])
    expect(await codesOf(client)).toEqual([
      { code: 'Aé1', detail: 'Voucher', cost: 500 },
      { code: 'B,"2"', detail: 'Voucher', cost: 725 },
    ])
  })

  test('lines are counted as an editor counts them', async () => {
    const { body, client } = await upload(
      'voucher_code,voucher_detail\r\n\r\nA,"two\r\nlines"\r\n"B\n1",x\nC\rC\r\n',
    )
    expect(body).toMatchObject({
      imported: 2,
      skipped: [
        { line: 2, voucher_code: '', reason: 'There is no code' },
        { line: 5, voucher_code: 'B 1', reason: 'The code has a character that cannot be seen' },
        { line: 8, voucher_code: 'C', reason: 'The file has this code twice' },
      ],
    })
    expect(await codesOf(client)).toMatchObject([{ code: 'A', detail: 'two\r\nlines' }, { code: 'C' }])
  })

  test('codes that look like numbers stay text', async () => {
    const wanted = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '007',
      '1e5',
      'ñandú',
      '日本',
      '😀',
      'a\\b',
      '\\.',
      '\\N',
      'x'.repeat(100),
    ]
    const { client, body } = await upload(`voucher_code\n${wanted.join('\n')}\n`)
    expect([body.imported, body.skipped]).toEqual([wanted.length, []])
    expect((await codes(client)).toSorted()).toEqual(wanted.toSorted())
  })

  test.each([
    ['1.2E+10', 'shortened'],
    ['1E+15', 'shortened'],
    ['"1,2E-07"', 'shortened'],
    ['#N/A', 'spreadsheet'],
    ['########', 'spreadsheet'],
    ['x'.repeat(101), 'longer than 100'],
    ['A\u0007B', 'cannot be seen'],
    ['A\u200bB', 'cannot be seen'],
    ['\u3164', 'cannot be seen'],
    ['A\uFE0F', 'cannot be seen'],
    ['\u2800', 'cannot be seen'],
    ['A,"x","y"', 'more cells'],
  ])('the code %s is skipped', async (code, reason) => {
    const { body } = await upload(`voucher_code\n${code}\nGOOD\n`)
    expect(body).toMatchObject({ imported: 1, skipped_count: 1, skipped: [{ line: 2 }] })
    expect(body.skipped[0]?.reason).toContain(reason)
  })

  test('details that nobody sees are none', async () => {
    const { client } = await upload('voucher_code,voucher_detail\nA,\u3164\nB,\u200b\nC, \n')
    expect(new Set((await codesOf(client)).map(({ detail }) => detail))).toEqual(new Set(['Voucher']))
  })

  test.each(['-1', '1,5', '1.234', '1e3', '=5', '100000000.01', '9999999999', 'NaN', '٣'])(
    'the cost %s is skipped',
    async (cost) => {
      const { body } = await upload(`voucher_code;cost\nA;${cost}\nB;100000000\n`)
      expect(body).toMatchObject({ imported: 1, skipped: [{ line: 2, voucher_code: 'A' }] })
    },
  )

  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(3000, 7)])
  test.each<[string, Bytes, string]>([
    ['nothing', '', 'empty'],
    ['only a byte order mark', mark, 'empty'],
    ['only blank lines', '\n\n\r\n', 'empty'],
    ['an unknown header', 'code\nA\n', 'voucher_code'],
    ['no header', 'ABC1\nABC2\n', 'voucher_code'],
    ['a misspelt column', 'voucher_code,costs\nA,5\n', 'costs'],
    ['a column twice', 'voucher_code,cost,Cost\nA,5,6\n', 'cost'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj', 'PDF'],
    ['a spreadsheet', zip, 'spreadsheet'],
    ['a web page', '<!doctype html>\n<title>voucher_code</title>', 'voucher_code'],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'UTF-8'],
    ['Latin-1', Buffer.from('voucher_code\nCafé\n', 'latin1'), 'UTF-8'],
    ['a broken UTF-8 end', Buffer.from('766f75636865725f636f64650a41c3', 'hex'), 'UTF-8'],
    ['UTF-16 without a mark', utf16le('voucher_code\nA\n').subarray(2), 'not a CSV'],
    ['half a UTF-16 character', utf16le('voucher_code\nA\n').subarray(0, -1), 'UTF-16'],
    ['a NUL', 'voucher_code\nA\0B\n', 'not a CSV'],
    ['an open quote', 'voucher_code\nA\n"B\nC\n', 'Line 3'],
    ['a quote in the middle', 'voucher_code\nA\nB"C\n', 'Line 3'],
    ['text after a quote', 'voucher_code\nA\n"B"C\n', 'Line 3'],
    ['a long line', `voucher_code\nA\n${'x'.repeat(65_600)}\n`, 'Line 3'],
    ['a long quoted cell', `voucher_code\nA\n"${'xxxxxxx\n'.repeat(9000)}"\n`, 'Line 3'],
    ['a line of separators', `voucher_code\nA\n${','.repeat(70_000)}`, 'Line 3'],
  ])('%s is refused, and nothing is stored', async (_name, file, word) => {
    const client = (await buildClient(api.db)).id
    const before = await everything()
    const { status, body } = await upload(file, { client })
    expect([status, body]).toMatchObject([400, { errors: [{ context: { key: 'file' } }] }])
    expect(JSON.stringify(body)).toContain(word)
    expect(await everything()).toEqual(before)
    expect(api.incoming()).toEqual([])
  })

  test('a file has at most a million rows', { tags: ['proof'] }, async () => {
    const { status, body } = await upload(`voucher_code\n${'\n'.repeat(1_000_001)}A`)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Line 1000002')])
  })
})

describe('the requirements of an import', () => {
  test.each([
    ['file', 'codes.xlsx', ''],
    ['file', 'codes.csv.exe', ''],
    ['file', 'codes', ''],
    ['expiry_date', 'codes.csv', '&expiry_date=2020-01-01'],
    ['expiry_date', 'codes.csv', '&expiry_date=soon'],
    ['client_id', 'codes.csv', '&client_id=me'],
    ['cost', 'codes.csv', '&cost=-1'],
    ['dry_run', 'codes.csv', '&dry_run=yes'],
    ['colour', 'codes.csv', '&colour=red'],
  ])('a wrong %s is refused under its field (%s%s)', async (key, name, more) => {
    const client = (await buildClient(api.db)).id
    const query = new URLSearchParams(`client_id=${client}&expiry_date=${lastDay}`)
    for (const [field, value] of new URLSearchParams(more)) query.set(field, value)
    const url = `/api/upload_vouchers/?${query.toString()}`
    const reply = await admin.upload(url, formOf('voucher_code\nA\n', name))
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
    expect(await countsOf(client)).toMatchObject({ codes: null })
    expect(api.incoming()).toEqual([])
  })

  test('are one file in its field, and an existing company', async () => {
    const { id } = await buildClient(api.db)
    const two = formOf('voucher_code\nA\n')
    two.append('file', new Blob(['voucher_code\nB\n']), 'b.csv')
    const other = new FormData()
    other.append('files', new Blob(['voucher_code\nB\n']), 'b.csv')
    const textForm = new FormData()
    textForm.append('file', 'voucher_code')
    for (const form of [two, other, textForm, new FormData()]) {
      expect((await admin.upload(address(id), form)).statusCode).toBe(400)
    }
    expect(await countsOf(id)).toMatchObject({ codes: null })
    expect((await admin.upload(address(nobody), formOf('voucher_code\nA\n'))).statusCode).toBe(404)
    expect((await api.as('staff').upload(address(id), formOf('voucher_code\nA\n'))).statusCode).toBe(403)
    const shouted = await upload('voucher_code\nA\n', { client: id, name: 'C:\\My Files\\CODES.CSV' })
    expect(shouted.body.imported).toBe(1)
  })

  test('include a limit of 256 MB', { tags: ['proof'] }, async () => {
    const { id } = await buildClient(api.db)
    const chunk = Buffer.alloc(1024 * 1024, 'ABCDEFG\n')
    function* form() {
      yield '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nvoucher_code\n'
      for (let n = 0; n < 256; n++) yield chunk
      yield '\r\n--b--\r\n'
    }
    const reply = await admin.send('POST', address(id), Readable.from(form(), { objectMode: false }), {
      'content-type': 'multipart/form-data; boundary=b',
    })
    expect([reply.statusCode, reply.json().errors]).toMatchObject([413, [{ context: { key: 'file' } }]])
    expect(api.incoming()).toEqual([])
  })

  test('include a complete upload: one that ends early leaves nothing', async () => {
    const { id } = await buildClient(api.db)
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    const reply = await admin.send('POST', address(id), `${head}voucher_code\nA\nB`, {
      'content-type': 'multipart/form-data; boundary=b',
    })
    expect(reply.statusCode).toBe(400)
    expect(await countsOf(id)).toMatchObject({ codes: null })
    expect(api.incoming()).toEqual([])
  })
})

describe('skipped lines', () => {
  const skips = async (id: string | null, more = '') =>
    admin.get(`/api/voucher-imports/${id}/skipped/?limit=5${more}`)

  test('are listed, searched and exported, and deleted after 30 days', async () => {
    const bad = Array.from({ length: 1500 }, (_, n) => `E${n},x`).join('\n')
    const { body } = await upload(`voucher_code,cost\n=1+1,5\n=1+1,5\n${bad}\n`)
    expect([body.imported, body.skipped_count, body.skipped.length]).toEqual([1, 1501, 1000])
    const page = (await skips(body.id, '&offset=1498')).json()
    expect(page).toMatchObject({ count: 1501, results: [{ line: 1501 }, { line: 1502 }, { line: 1503 }] })
    expect((await skips(body.id, '&query=e77')).json().count).toBe(11)
    const backwards = (await skips(body.id, '&ordering=-id&offset=1')).json().results
    expect(backwards.slice(0, 2)).toMatchObject([{ line: 1502 }, { line: 1501 }])
    expect((await skips(body.id, '&query=TWICE')).json().results).toMatchObject([{ line: 3 }])
    const csv = await skips(body.id, '&format=csv')
    expect(csv.body.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFline,voucher_code,reason',
      "3,'=1+1,The file has this code twice",
      '4,E0,The cost is not an amount of coins',
    ])
    await sweepSkips(api.db)
    expect((await skips(body.id)).json().count).toBe(1501)
    await api.db`update voucher_imports set at = now() - interval '31 days' where id = ${body.id}`
    await sweepSkips(api.db)
    expect((await skips(body.id)).json().count).toBe(0)
    expect((await skips(nobody)).statusCode).toBe(404)
  })
})

test('codes that were exported here, and skipped lines, can be imported again', async () => {
  const hostile = [
    ['@SAVE20', '=1+1'],
    ['+A', '\t-x'],
    ['-B;=c', 'Two\nlines\n@three'],
    ['=D,"e"', 'a "quoted", one; two'],
    ['＝F', ';\t+7'],
  ] as const
  const { id: client } = await buildClient(api.db)
  for (const [voucher_code, voucher_detail] of hostile) {
    const facts = { client, voucher_detail, cost: 2.5, expiry_date: lastDay }
    const saved = await admin.post('/api/save-voucher/', { ...facts, vouchers: [{ voucher_code }] })
    expect(saved.statusCode, saved.body).toBe(201)
  }
  const csv = (await admin.get(`/api/get-voucher/?format=csv&client_id=${client}`)).body
  const { client: other, body } = await upload(csv)
  expect(body).toMatchObject({ imported: hostile.length, skipped: [] })
  const sorted = async (id: string) =>
    [...(await codesOf(id))].toSorted((a, b) => (a.code < b.code ? -1 : 1)).map((row) => ({ ...row }))
  expect(await sorted(other)).toEqual(await sorted(client))
  expect((await upload(csv, { client })).body).toMatchObject({ imported: 0, skipped_count: hostile.length })

  const cells = hostile.map(([code]) => `"${code.replaceAll('"', '""')}",much`).join('\n')
  const refused = await upload(`voucher_code,cost\n${cells}\n`)
  const mended = await admin.get(`/api/voucher-imports/${refused.body.id}/skipped/?format=csv`)
  const again = await upload(mended.body)
  expect(again.body).toMatchObject({ imported: hostile.length, skipped: [] })
  expect((await codes(again.client)).toSorted()).toEqual(hostile.map(([code]) => code).toSorted())
})
