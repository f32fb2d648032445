import type { QrCode } from '@our-print/contract/rewards/qrCodes.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Reply, useApi } from '../../../test/api.ts'
import { buildQrCode } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'
const target = 'https://example.test/offer'

let png: Buffer
let today: string
let yesterday: string
beforeAll(async () => {
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#17803d' } })
    .png()
    .toBuffer()
  const [row] = await api.db<[{ today: string; yesterday: string }]>`
    select shop_day(now()) as today, shop_day(now()) - 1 as yesterday`
  ;({ today, yesterday } = row)
})

type Fields = Record<string, string | number | boolean | Buffer | undefined>

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (Buffer.isBuffer(value))
      form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'a.png')
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

const required = () => ({ value: 250, validity: today, company: 'Chai Point', redirection_url: target })
const create = (fields: Fields = {}, headers = {}) =>
  admin.upload('/api/qr-codes/', formOf({ ...required(), ...fields }), headers)
const update = (id: string, fields: Fields, headers = {}) =>
  admin.upload(`/api/qr-codes/update/?qr_id=${id}`, formOf(fields), headers)
const createQrCode = async (fields: Fields = {}): Promise<QrCode> => {
  const reply = await create(fields)
  expect([reply.statusCode, reply.json().errors]).toEqual([201, undefined])
  return reply.json()
}
const get = async (id: string): Promise<QrCode> =>
  (await admin.get(`/api/qr-codes/?id=${id}`)).json().results[0]
const refusal = (reply: Reply) => [reply.statusCode, reply.json().errors?.[0].context.key]
const rowCounts = () => api.db`
  select (select count(*)::int from qr_codes) as codes, (select count(*)::int from images) as images`

describe('creating a QR code', () => {
  test('with all fields', async () => {
    const code = await createQrCode({ code: 523, count: 5, validity: '2099-01-31T00:00' })
    expect(code).toEqual({
      id: expect.any(String),
      qr_id: code.id,
      company: 'Chai Point',
      code: 523,
      generated_date: expect.stringMatching(/Z$/),
      validity: '2099-01-31',
      value: 250,
      count: 5,
      is_active: true,
      redirection_url: target,
      image: null,
      url: 'http://print.test/?qr_code=523',
      version: 1,
    })
    expect(await get(code.id)).toEqual(code)
  })

  test('chooses number and count from 100 to 999 if they are not given', async () => {
    for (let n = 0; n < 5; n++) {
      const { code, count } = await createQrCode()
      for (const number of [code, count]) expect(number >= 100 && number <= 999).toBe(true)
    }
  })

  test('with an image, which its page shows as wide as the screen', async () => {
    const { code, image, redirection_url } = await createQrCode({
      redirection_url: '',
      image: png,
      company: 'Rao & "Sons" <script>',
    })
    expect(redirection_url).toBeNull()
    expect(image).toMatch(/^http:\/\/print\.test\/api\/images\//)
    const page = await api.as(undefined).get(`/?qr_code=${code}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(page.body).toContain('alt="Rao &amp; &quot;Sons&quot; &lt;script&gt;"')
    expect(page.body).toContain('img{display:block;width:100%')
    const source = /<img src="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const picture = await api.as(undefined).get(`/${source}`)
    expect(picture.headers['content-type']).toBe('image/png')
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(60)
  })

  test.each([
    ['value', { value: 'much' }],
    ['value', { value: '' }],
    ['validity', { validity: '2026-02-30' }],
    ['validity', { validity: '' }],
    ['company', { company: ' ' }],
    ['company', { company: 'x'.repeat(201) }],
    ['code', { code: '12.5' }],
    ['code', { code: 0 }],
    ['code', { code: '1000000000000' }],
    ['count', { count: -1 }],
    ['redirection_url', { redirection_url: '' }],
    ['surprise', { surprise: 1 }],
    ['image', { redirection_url: '', image: 'data:image/png;base64,AAAA' }],
    ['image', { redirection_url: '', image: Buffer.from('GIF89a') }],
    ['is_active', { is_active: true }],
  ])('refuses a wrong %s, and stores nothing', async (key, fields: Fields) => {
    const before = await rowCounts()
    expect(refusal(await create(fields))).toEqual([400, key])
    expect(await rowCounts()).toEqual(before)
  })

  test('refuses a day in the past, and an address together with an image', async () => {
    const before = [await rowCounts(), api.storedFiles().length]
    expect(refusal(await create({ validity: yesterday }))).toEqual([400, 'validity'])
    const picture = { redirection_url: '', image: png, validity: yesterday }
    expect(refusal(await create(picture))).toEqual([400, 'validity'])
    expect(refusal(await create({ image: png }))).toEqual([400, 'image'])
    expect([await rowCounts(), api.storedFiles().length]).toEqual(before)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//http://x',
    'data:text/html,x',
    'ftp://example.test/',
    'file:///etc/passwd',
    'https://user:pw@example.test/',
    'https://user@example.test/',
    '//example.test/',
    'example.test',
    'http:example.test',
    'http:///',
    'https://',
    'https://example.test/\r\nSet-Cookie: a=b',
    'https://example.test/a b',
    'https:\\\\example.test',
    'https://example.test\\@evil.test/',
    'http://[::1',
    'vbscript:x',
    'intent://x#Intent;end',
    `https://example.test/${'x'.repeat(2048)}`,
  ])('refuses the address %j', async (redirection_url) => {
    expect(refusal(await create({ redirection_url }))).toEqual([400, 'redirection_url'])
  })

  test('refuses its own address, which would lead to itself; that of another code may be', async () => {
    const own = await createQrCode({ code: 91001 })
    const another = await createQrCode({ redirection_url: own.url })
    expect(refusal(await update(own.id, { redirection_url: `${own.url}&from=print` }))).toEqual([
      400,
      'redirection_url',
    ])
    expect(
      refusal(await create({ code: 91002, redirection_url: own.url.replace('91001', '91002') })),
    ).toEqual([400, 'redirection_url'])
    const aimed = await createQrCode({ redirection_url: own.url.replace('91001', '91003') })
    expect(refusal(await update(aimed.id, { code: 91003 }))).toEqual([400, 'redirection_url'])
    expect((await update(another.id, { company: 'Tea Point' })).statusCode).toBe(200)
  })

  test('refuses a circle of several codes, also of two that are changed at once', async () => {
    const first = await createQrCode({ code: 92001 })
    const second = await createQrCode({ redirection_url: first.url })
    const third = await createQrCode({ redirection_url: second.url })
    const refused = await update(first.id, { redirection_url: third.url })
    expect(refusal(refused)).toEqual([400, 'redirection_url'])
    expect(refused.json().message).toBe('This leads to a QR code that leads back to this one')
    const [one, other] = [await createQrCode(), await createQrCode()]
    const replies = await Promise.all([
      update(one.id, { redirection_url: other.url }),
      update(other.id, { redirection_url: one.url }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('accepts an address of 2,048 characters', async () => {
    const redirection_url = `https://example.test/${'x'.repeat(2048 - 21)}`
    const { code } = await createQrCode({ redirection_url })
    const reply = await api.as(undefined).get(`/?qr_code=${code}`)
    expect(reply.headers.location).toBe(redirection_url)
  })

  test('creates one QR code per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'qr-1' }
    // The same bytes, including the boundary.
    const encoded = new Response(formOf({ ...required(), redirection_url: '', image: png }))
    const type = encoded.headers.get('content-type') ?? ''
    const body = Buffer.from(await encoded.arrayBuffer())
    const send = () => admin.send('POST', '/api/qr-codes/', body, { 'content-type': type, ...key })
    const first = (await send()).json()
    expect((await send()).json()).toMatchObject({ id: first.id, code: first.code })
    expect((await create({ company: 'Another' }, key)).statusCode).toBe(409)
  })
})

describe('numbers', () => {
  test('a taken one is refused under its field, also that of a deleted QR code', async () => {
    const { code, id } = await createQrCode({ code: 7001 })
    expect(refusal(await create({ code }))).toEqual([409, 'code'])
    await admin.delete(`/api/qr-codes/?qr_id=${id}`)
    expect(refusal(await create({ code }))).toEqual([409, 'code'])
    const replies = await Promise.all(Array.from({ length: 10 }, () => create({ code: 7002 })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ])
  })

  test('get a fourth digit when all of three digits are used up, also in concurrent requests', async () => {
    await api.db`
      insert into qr_codes (code, company, value, validity, count_start, redirection_url, deleted_at)
      select n, 'Filler', 1, '2030-01-01', 0, ${target}, now() from generate_series(100, 989) n
      on conflict do nothing`
    const [{ free }] = await api.db<[{ free: number }]>`
      select 900 - count(*)::int as free from qr_codes where code between 100 and 999`
    const codes = await Promise.all(Array.from({ length: free + 15 }, () => createQrCode()))
    const numbers = codes.map(({ code }) => code)
    expect(new Set(numbers).size).toBe(free + 15)
    expect(numbers.filter((code) => code >= 100 && code <= 999)).toHaveLength(free)
    expect(numbers.filter((code) => code >= 1000 && code <= 9999)).toHaveLength(15)
  })

  // Beyond the numbers that other tests draw by chance.
  test('are never used again, also after the number of a QR code is changed', async () => {
    const { id } = await createQrCode({ code: 81_001 })
    const taken = await createQrCode({ code: 81_002 })
    expect((await update(id, { code: 81_003 })).json()).toMatchObject({
      code: 81_003,
      url: 'http://print.test/?qr_code=81003',
    })
    expect((await api.as(undefined).get('/?qr_code=81001')).statusCode).toBe(404)
    expect((await api.as(undefined).get('/?qr_code=81003')).statusCode).toBe(302)
    expect(refusal(await create({ code: 81_001 }))).toEqual([409, 'code'])
    expect(refusal(await update(id, { code: taken.code }))).toEqual([409, 'code'])
    expect((await get(id)).code).toBe(81_003)
    // The row that keeps the old number is no code that somebody made.
    const told = await api.db<{ name: string; record: string }[]>`
      select name, record from (select name, record, entity from event_queue union all select name, record, entity from events) e
      where entity = 'qr_code' and name = 'qr_code.created'
        and record in (select id from qr_codes where deleted_at is not null and code = 81001)`
    expect(told).toEqual([])
  })
})

describe('updating a QR code', () => {
  test('takes some fields, or the whole record as it was read', async () => {
    const before = await createQrCode()
    const reply = await update(before.id, { is_active: false, value: '-1.5' })
    expect(reply.json()).toEqual({ ...before, is_active: false, value: -1.5, version: 2 })
    const { image: _, ...whole } = await get(before.id)
    const again = await update(before.id, { ...whole, redirection_url: target, company: 'Chai  Kings' })
    expect(again.json()).toMatchObject({ company: 'Chai  Kings', version: 3 })
    const audit = await api.db`
      select 1 from audit_entries where entity = 'qr_codes' and entity_id = ${before.id}
        and actor = ${api.people.admin.id}`
    expect(audit).toHaveLength(3)
  })

  test('without a change writes nothing', async () => {
    const { id, company } = await createQrCode()
    expect((await update(id, { company })).json().version).toBe(1)
  })

  test('never changes the count', async () => {
    const { id, code } = await createQrCode({ count: 3 })
    await api.as(undefined).get(`/?qr_code=${code}`)
    expect((await update(id, { count: 900, value: 1 })).json().count).toBe(4)
  })

  test('replaces an address by an image and the reverse', async () => {
    const { id } = await createQrCode()
    const shown = (await update(id, { image: png, redirection_url: target })).json()
    expect([shown.redirection_url, shown.image]).toEqual([null, expect.stringContaining('/api/images/')])
    // The URL of the current image changes nothing, whatever its signature.
    const same = await update(id, { image: shown.image.replace(/signature=.*/, 'signature=old'), value: 9 })
    expect(same.json()).toMatchObject({ redirection_url: null, value: 9 })
    expect(same.json().image.split('?')[0]).toBe(shown.image.split('?')[0])
    const back = (await update(id, { image: shown.image, redirection_url: 'http://example.test/b' })).json()
    expect([back.redirection_url, back.image]).toEqual(['http://example.test/b', null])
    const [, image = ''] = /images\/([^/]+)/.exec(shown.image) ?? []
    expect(await api.db`select 1 from images where id = ${image}`).toEqual([])
    expect(refusal(await update(id, { image: png, redirection_url: 'http://c.test/' }))).toEqual([
      400,
      'image',
    ])
    expect(refusal(await update(id, { image: shown.image }))).toEqual([400, 'image'])
    expect(await get(id)).toEqual(back)
  })

  test('keeps a day in the past, but does not accept a new one', async () => {
    const { id, validity } = await buildQrCode(api.db, { validity: -3 })
    expect((await update(id, { validity, value: 5, is_active: true })).json()).toMatchObject({
      validity,
      value: 5,
    })
    expect(refusal(await update(id, { validity: yesterday }))).toEqual([400, 'validity'])
    expect((await update(id, { validity: today })).json().validity).toBe(today)
  })

  test.each([
    ['id', { id: nobody }],
    ['qr_id', { qr_id: nobody }],
    ['url', { url: 'http://elsewhere.test' }],
    ['generated_date', { generated_date: '2020-01-01T00:00:00Z' }],
    ['redirection_url', { redirection_url: 'javascript:alert(1)' }],
    ['is_active', { is_active: 'maybe' }],
    ['company', { company: '' }],
    ['image', { image: 'data:image/png;base64,AAAA' }],
    ['image', { image: Buffer.from('no picture') }],
  ])('refuses a wrong %s', async (key, fields: Fields) => {
    const before = await createQrCode()
    expect(refusal(await update(before.id, fields))).toEqual([400, key])
    expect(await get(before.id)).toEqual(before)
  })

  test('with an older version or an unknown id is refused and leaves no image', async () => {
    const { id } = await createQrCode()
    await update(id, { value: 2 })
    const before = [await rowCounts(), api.storedFiles().length]
    const stale = await update(id, { image: png, version: 1 })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
    expect((await update(nobody, { image: png })).statusCode).toBe(404)
    expect([await rowCounts(), api.storedFiles().length]).toEqual(before)
  })
})

describe('deleting QR codes', () => {
  const remove = (...ids: string[]) =>
    admin.delete(`/api/qr-codes/?${ids.map((id) => `qr_id=${id}`).join('&')}`)

  test('deletes all or none', async () => {
    const [one, two, three] = [await createQrCode(), await createQrCode(), await createQrCode()]
    expect((await remove(one.id, nobody)).statusCode).toBe(404)
    expect(await get(one.id)).toEqual(one)
    expect((await remove(one.id, two.id, one.id)).statusCode).toBe(204)
    expect((await remove(two.id, three.id)).statusCode).toBe(404)
    expect([await get(one.id), await get(two.id), await get(three.id)]).toEqual([undefined, undefined, three])
    expect((await update(one.id, { value: 1 })).statusCode).toBe(404)
    expect((await admin.delete('/api/qr-codes/')).statusCode).toBe(400)
    expect((await remove('x')).statusCode).toBe(400)
  })

  test('succeeds for one of two concurrent requests', async () => {
    const codes = [await createQrCode(), await createQrCode()]
    const ids = codes.map(({ id }) => id)
    const replies = await Promise.all([remove(...ids), remove(...ids.toReversed())])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404])
  })
})

describe('the list', () => {
  test('has the newest first, and is filtered and searched by company and number', async () => {
    const one = await buildQrCode(api.db, { company: 'Findme 50% Ltd', code: 445566 })
    const two = await buildQrCode(api.db, { company: 'FINDME too', is_active: false, code: 99445566 })
    const ids = async (query: string) =>
      (await admin.get(`/api/qr-codes/?${query}`)).json().results.map(({ id }: QrCode) => id)
    expect(await ids('query=findme')).toEqual([two.id, one.id])
    expect(await ids('query=50%25')).toEqual([one.id])
    // More digits than the numbers that other tests draw by chance.
    expect(await ids('query=445566')).toEqual([two.id, one.id])
    expect(await ids('query=Findme&is_active=true')).toEqual([one.id])
    expect(await ids('query=Findme&is_active=false')).toEqual([two.id])
    expect(await ids(`id=${one.id}`)).toEqual([one.id])
    expect(await ids(`id=${nobody}`)).toEqual([])
    expect((await ids('limit=2')).slice(0, 2)).toEqual([two.id, one.id])
  })

  test('exports URLs that stay valid', async () => {
    const { id, code } = await createQrCode({ redirection_url: '', image: png })
    await api.as(undefined).get(`/?qr_code=${code}`)
    const count = (await get(id)).count
    const file = await admin.get(`/api/qr-codes/?id=${id}&format=csv`)
    expect(file.body).toContain(`http://print.test/?qr_code=${code}`)
    expect(file.body).toContain(`,${count},`)
    expect(file.body).toMatch(/,http:\/\/print\.test\/api\/images\/[0-9a-f-]{36}\/,/)
  })
})
