import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { connect, type Transaction } from '../../base/database/db.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { knownPlace } from '../../base/outgoing/place.ts'
import { readSeals } from './keptSeals.ts'
import { createSealWarning, keepSeals, refuseUnusableFile, sealAudit } from './sealAudit.ts'
import { hashEntries } from './sealTexts.ts'
import { verifyAudit } from './verifyAudit.ts'

// The villain can do everything in the database, and reads the source of this program.

const { db, url } = useDatabase()
const long = { passingSince: new Date(0) }
let folder: string
let file: string

async function addEntries(number: number, action = 'update') {
  await db`
    insert into audit_entries (action, entity, entity_id, before, after)
    select ${action}, 'leads', gen_random_uuid(), jsonb_build_object('n', n), '{"name": "Kiran \\"K\\" \u00e9"}'
    from generate_series(1, ${number}::int) n`
}
/** Seals so many entries. A transaction of another database of the same server makes them wait. */
async function sealAll(entries: number) {
  let sealed = 0
  await until(`${entries} entries are sealed`, async () => (sealed += await sealAudit(db)) >= entries)
}
const verify = (options: Parameters<typeof verifyAudit>[1]) => db.begin((tx) => verifyAudit(tx, options))
const keptSeals = async () => readSeals(await readFile(file, 'utf8'), file)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our-print-seals-'))
  file = join(folder, 'seals')
  for (let seal = 1; seal <= 4; seal++) {
    await addEntries(5)
    if (seal === 2) await addEntries(3, 'view')
    await sealAll(seal === 2 ? 8 : 5)
    await keepSeals(db, knownPlace, { file, url: undefined })
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What is found after the villain's work, which is rolled back. */
async function foundAfter(work: (tx: Transaction) => Promise<unknown>, { withKept = true } = {}) {
  const undo = new Error('undo')
  let problems: string[] = []
  const seals = withKept ? await keptSeals() : []
  await db
    .begin(async (tx) => {
      await work(tx)
      problems = (await verifyAudit(tx, { ...long, keptSeals: seals })).problems
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return problems
}

/** Makes the chain right again from a seal on, as the program would have made it. */
async function rewriteFrom(tx: Transaction, first: number) {
  const { sealsAfter } = await import('./seals.queries.ts')
  const { hashEntries, hashSeal } = await import('./sealTexts.ts')
  for (const old of await sealsAfter(tx, first - 1, 1000)) {
    const [before] = await sealsAfter(tx, old.number - 2, 1)
    const place = (seal: typeof old) => ({ position: seal.upto_position, id: seal.upto_id })
    const { lasting } = await hashEntries(tx, before && place(before), place(old))
    await tx`
      update audit_seals set lasting = ${lasting.count}, lasting_hash = decode(${lasting.hash}, 'hex')
      where number = ${old.number}`
    const [seal] = await sealsAfter(tx, old.number - 1, 1)
    const hash = hashSeal(before?.hash, seal ?? old)
    await tx`update audit_seals set hash = decode(${hash}, 'hex') where number = ${old.number}`
  }
}

/** An entry under a seal. */
const entryOf = (seal: number) => `
  (select id from audit_entries where action = 'update'
    and position <= (select upto_position from audit_seals where number = ${seal})
    and position > (select upto_position from audit_seals where number = ${seal - 1}) limit 1)`

test('a whole chain is whole, with every kept seal in it; new entries are not sealed yet', async () => {
  const seals = await keptSeals()
  expect(seals.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  await addEntries(2)
  const verdict = await verify({ ...long, keptSeals: seals })
  expect(verdict).toMatchObject({ problems: [], entries: 23, seals: 4, keptSealsFound: 4, unsealed: 2 })
  await sealAll(2)
  expect(await sealAudit(db)).toBe(0)
  expect(await verify({ ...long, keptSeals: seals })).toMatchObject({ problems: [], seals: 5, unsealed: 0 })
})

test.each([
  ['another value', `update audit_entries set after = '{"name": "Ravi"}' where id = ${entryOf(2)}`],
  ['another person', `update audit_entries set actor = gen_random_uuid() where id = ${entryOf(2)}`],
  ['another time', `update audit_entries set at = at - interval '1 microsecond' where id = ${entryOf(2)}`],
  ['no value', `update audit_entries set before = null where id = ${entryOf(2)}`],
  ['another request', `update audit_entries set request_id = 'x' where id = ${entryOf(2)}`],
  ['another record', `update audit_entries set entity_id = gen_random_uuid() where id = ${entryOf(2)}`],
])('a changed entry is found: %s', async (_, sql) => {
  expect(await foundAfter((tx) => tx.unsafe(sql))).toEqual([
    expect.stringMatching(
      /^One or more of the 5 entries under seal 2 of .* were changed: entry [\da-f-]{36} \(update of leads [\da-f-]{36}, .*Z?\) was changed$/,
    ),
  ])
})

test('which entry it was is told from the hashes beside the seal, and not if those were changed, too', async () => {
  const [entry] = await db.unsafe<{ id: string; after_it: string }[]>(`
    select e.id, (select n.id from audit_entries n where (n.position, n.id) > (e.position, e.id)
      order by n.position, n.id limit 1) as after_it
    from audit_entries e where e.id = ${entryOf(3)}`)
  const change = `update audit_entries set request_id = 'x' where id = '${entry?.id}';`
  expect(await foundAfter((tx) => tx.unsafe(change))).toEqual([
    expect.stringMatching(new RegExp(`were changed: entry ${entry?.id} \\(.*\\) was changed$`)),
  ])
  const remove = `delete from audit_entries where id = '${entry?.after_it}'`
  expect(await foundAfter((tx) => tx.unsafe(remove))).toEqual([
    expect.stringMatching(new RegExp(`were removed: one was removed after entry ${entry?.id} \\(.*\\)$`)),
  ])
  const forge = `update audit_entry_hashes set lasting = set_byte(lasting, 3, 255 - get_byte(lasting, 3)) where seal = 3;`
  for (const hidden of [forge, 'delete from audit_entry_hashes;'])
    expect(await foundAfter((tx) => tx.unsafe(change + hidden))).toEqual([
      expect.stringMatching(/^One or more of the 5 entries under seal 3 of .* were changed$/),
    ])
})

test('a removed entry is found, and one that was put elsewhere', async () => {
  expect(await foundAfter((tx) => tx.unsafe(`delete from audit_entries where id = ${entryOf(3)}`))).toEqual([
    expect.stringMatching(
      /^1 of 5 entries under seal 3 of .* were removed: one was removed before all others$/,
    ),
  ])
  const moved = await foundAfter((tx) =>
    tx.unsafe(`update audit_entries set position = 1 where id = ${entryOf(3)}`),
  )
  expect(moved).toEqual([
    expect.stringMatching(/^1 entries were inserted under seal 1 of .*: entry .* was inserted$/),
    expect.stringMatching(
      /^1 of 5 entries under seal 3 of .* were removed: one was removed before all others$/,
    ),
  ])
})

test('an inserted entry is found among the sealed ones, before them, and as a new one of another day', async () => {
  const insert = (tx: Transaction, position: string) =>
    tx.unsafe(`insert into audit_entries (action, entity, entity_id, position)
      select 'update', 'leads', gen_random_uuid(), ${position} from audit_seals where number = 2`)
  expect(await foundAfter((tx) => insert(tx, 'upto_position - 1'))).toEqual([
    expect.stringMatching(/^1 entries were inserted under seal [12] of/),
  ])
  expect(await foundAfter((tx) => insert(tx, '-7'))).toEqual([
    expect.stringMatching(/^1 entries were inserted under seal 1 of .*, which has 5: entry .* was inserted$/),
  ])
  await db`
    insert into audit_entries (at, action, entity, entity_id)
    values (now() - interval '3 days', 'update', 'orders', gen_random_uuid())`
  await sealAll(1)
  expect((await verify({ ...long, keptSeals: [] })).problems).toEqual([
    expect.stringMatching(/^An entry of seal 6 of .* says .*, but was not there/),
  ])
  await db`delete from audit_seals where number = 6`
  await db`delete from audit_entries where at < now() - interval '2 days'`
})

test('an entry is found wherever it was put: at the very first place, and where no transaction can be', async () => {
  const insert = (position: string) => (tx: Transaction) =>
    tx.unsafe(`insert into audit_entries (action, entity, entity_id, position)
      values ('update', 'leads', gen_random_uuid(), ${position})`)
  for (const position of ["'-9223372036854775808'::bigint", "'-9007199254740993'::bigint", '-1', '0'])
    expect(await foundAfter(insert(position))).toEqual([
      expect.stringMatching(
        /^1 entries were inserted under seal 1 of .*, which has 5: entry .* was inserted$/,
      ),
    ])
})

test('functions and operators that are put in front of PostgreSQL’s own deceive nobody', {
  tags: ['proof'],
}, async () => {
  const shadow = (name: string, types: string, returns: string, body: string) => `
    create function evil.${name}(${types}) returns ${returns} language sql immutable as $$ ${body} $$;`
  const hide = `
    create schema evil;
    create table evil.audit_entries (like public.audit_entries);
    insert into evil.audit_entries select * from public.audit_entries;
    update public.audit_entries set request_id = 'x' where id = ${entryOf(2)};
    ${shadow('sha256', 'bytea', 'bytea', 'select pg_catalog.decode(repeat($x$ab$x$, 32), $x$hex$x$)')}
    ${shadow('encode', 'bytea, text', 'text', 'select repeat($x$ab$x$, 32)')}
    set local search_path = evil, pg_catalog, public;`
  expect(await foundAfter((tx) => tx.unsafe(hide))).toEqual([
    expect.stringMatching(/^One or more of the 5 entries under seal 2 of .* were changed: entry /),
  ])
})

test('all characters and times are hashed as PostgreSQL does', { tags: ['proof'] }, async () => {
  const texts = ['\u0001\b\t\n\v\f\r\u001f"\\/\u007f\u0080\u2028\ud83d\ude00', '']
  const times = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.000001Z']
  const undo = new Error('undo')
  await db
    .begin(async (tx) => {
      await tx`
        insert into audit_entries (at, actor, action, entity, entity_id, before, after, request_id, position)
        select t.at::timestamptz, gen_random_uuid(), 'update', s.text, gen_random_uuid(), to_jsonb(s.text),
          jsonb_build_object(s.text, 1.50, 'big', 12345678901234567890), s.text, 7
        from unnest(${texts}::text[]) s (text), unnest(${times}::text[]) t (at)`
      const inSql = await tx<{ id: string; hash: string }[]>`
        select id, encode(sha256(convert_to(json_build_array(position, id,
          to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor, action, entity, entity_id, before, after,
          request_id)::text, 'UTF8')), 'hex') as hash
        from audit_entries where position = 7 order by position, id`
      const upto = { position: '7', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
      const after = { position: '6', id: upto.id }
      const { lasting } = await hashEntries(tx, after, upto)
      expect(lasting.entries.map(({ id, hash }) => ({ id, hash }))).toEqual(
        inSql.map((entry) => ({ ...entry })),
      )
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
})

test('a number of a kept seal that was pushed forward keeps no seal back, and missing ones are told', async () => {
  const other = join(folder, 'pushed')
  await keepSeals(db, knownPlace, { file: other, url: undefined })
  await db`update audit_seals_kept set number = number + 1000 where target = 'file'`
  await addEntries(1)
  await sealAll(1)
  await keepSeals(db, knownPlace, { file: other, url: undefined })
  const seals = readSeals(await readFile(other, 'utf8'), other)
  const { last, unkeptSince } = await verify({ ...long, keptSeals: seals })
  expect(seals.at(-1)?.number).toBe(last?.number)
  expect(unkeptSince).toBeUndefined()
  const [first] = seals
  const behind = await verify({ ...long, keptSeals: first ? [{ ...first }] : [] })
  expect(behind).toMatchObject({ problems: [], unkeptSince: last?.sealed_at })
})

test('an entry has the time of its change, also late in a long transaction', async () => {
  const { change, at, ended } = await db.begin(async (tx) => {
    await tx`select pg_sleep(0.01)`
    const [{ now }] = await tx<[{ now: string }]>`select clock_timestamp()::text as now`
    const [{ at }] = await tx<[{ at: string }]>`
      insert into audit_entries (action, entity, entity_id) values ('update', 'leads', gen_random_uuid())
      returning at::text as at`
    const [{ after }] = await tx<[{ after: string }]>`select clock_timestamp()::text as after`
    return { change: now, at, ended: after }
  })
  expect(change <= at && at <= ended).toBe(true)
  await sealAll(1)
})

test('what keeps entries from being sealed is told: also a transaction of another database', {
  tags: ['proof'],
}, async () => {
  const elsewhere = connect(new URL('/postgres', url).href, { max: 1 })
  const [start, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const open = elsewhere.begin(async (tx) => {
    await tx`select pg_current_xact_id()`
    start.resolve()
    await end.promise
  })
  try {
    await start.promise
    await db`insert into audit_entries (at, action, entity, entity_id)
      values (now() - interval '2 minutes', 'update', 'leads', gen_random_uuid())`
    expect(await sealAudit(db)).toBe(0)
    const { holder, unsealed } = await verify({ ...long, keptSeals: [] })
    expect(unsealed).toBeGreaterThan(0)
    expect(holder).toMatchObject({ database: 'postgres', process: expect.stringMatching(/^process \d+$/) })
    const logged: string[] = []
    const log = { warn: (text: string) => logged.push(text) } as never
    const warn = createSealWarning(db, log)
    await warn()
    await warn()
    expect(logged).toEqual([expect.stringMatching(/^audit entries wait .* database postgres \(process/)])
  } finally {
    end.resolve()
    await open
    await elsewhere.end({ timeout: 1 })
  }
  await until('they are sealed', async () => {
    await sealAudit(db)
    return (await verify({ ...long, keptSeals: [] })).unsealed === 0
  })
  expect((await verify({ ...long, keptSeals: [] })).holder).toBeUndefined()
})

test('a cut-off tail is found by a kept seal', async () => {
  const cut = (tx: Transaction) =>
    tx.unsafe(`
      delete from audit_entries where position > (select upto_position from audit_seals where number = 3);
      delete from audit_seals where number > 3`)
  expect(await foundAfter(cut)).toEqual([
    expect.stringMatching(/^The end was cut off: seal 4 was kept, and the last one here is seal 3 of/),
  ])
  expect(await foundAfter(cut, { withKept: false })).toEqual([])
  expect(await foundAfter((tx) => tx.unsafe('truncate audit_entries, audit_seals'))).toEqual([
    'The end was cut off: seal 4 was kept, and the last one here is none',
  ])
})

test('a seal that is missing, changed or made again is found', async () => {
  expect(await foundAfter((tx) => tx`delete from audit_seals where number = 2`)).toEqual([
    expect.stringMatching(/^Before seal 3 of .* 1 seals are missing$/),
    expect.stringMatching(/^\d+ entries were inserted under seal 3/),
    expect.stringMatching(/^3 entries about reading and signing in were inserted under seal 3/),
  ])
  expect(
    await foundAfter((tx) => tx`update audit_seals set sealed_at = now() where number = 4`),
  ).toContainEqual(expect.stringMatching(/^The chain is broken at seal 4/))
})

test('a chain that is rewritten from the middle looks whole, and a kept seal shows it', async () => {
  const rewrite = async (tx: Transaction) => {
    await tx.unsafe(`update audit_entries set after = '{"name": "Ravi"}' where id = ${entryOf(2)}`)
    await rewriteFrom(tx, 2)
  }
  expect(await foundAfter(rewrite, { withKept: false })).toEqual([])
  expect(await foundAfter(rewrite)).toEqual([
    'The kept seal 2 is another one: the audit was rewritten there or before',
    'The kept seal 3 is another one: the audit was rewritten there or before',
    'The kept seal 4 is another one: the audit was rewritten there or before',
  ])
})

test('entries about reading pass away after their time, and not before', async () => {
  const remove = (tx: Transaction) => tx`delete from audit_entries where action = 'view'`
  expect(await foundAfter(remove)).toEqual([
    expect.stringMatching(
      /^3 of 3 entries about reading and signing in under seal 2 of .* were removed: 3 were removed before all others$/,
    ),
  ])
  const seals = await keptSeals()
  const later = new Date(Date.now() + 1000)
  // Their seal was made a long time after them, as that of a shop which was closed meanwhile.
  const [{ first }] = await db<[{ first: string }]>`
    select sealed_at as first from audit_seals where number = 1`
  const before = new Date(Date.parse(first) + 2)
  await db
    .begin(async (tx) => {
      await remove(tx)
      for (const passingSince of [later, before])
        expect((await verifyAudit(tx, { passingSince, keptSeals: seals })).problems).toEqual([])
      throw new Error('undo')
    })
    .catch((error: Error) => expect(error.message).toBe('undo'))
})

test('an entry of a transaction that commits late is sealed, too', async () => {
  const [start, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = db.begin(async (tx) => {
    await tx`insert into audit_entries (action, entity, entity_id) values ('insert', 'leads', gen_random_uuid())`
    start.resolve()
    await end.promise
  })
  await start.promise
  await addEntries(1)
  expect(await sealAudit(db)).toBe(0)
  end.resolve()
  await late
  await sealAll(2)
  expect((await verify({ ...long, keptSeals: [] })).problems).toEqual([])
})

test('only one process seals at a time, and a batch of many entries is several seals', async () => {
  await addEntries(12_000)
  await until('they can be sealed', async () => {
    const sealed = await Promise.all([sealAudit(db), sealAudit(db), sealAudit(db)])
    return sealed.some((entries) => entries > 0)
  })
  await sealAudit(db)
  const verdict = await verify({ ...long, keptSeals: [] })
  expect(verdict).toMatchObject({ problems: [], unsealed: 0 })
})

test('the command says that the audit is whole, or what was changed, and ends with its exit code', async () => {
  const program = fileURLToPath(new URL('../../app/auditCommand.ts', import.meta.url))
  let keptIn = file
  // Two minutes on, no seal is so new that it may not be kept yet.
  const later = 'data:text/javascript,const now=Date.now;Date.now=()=>now()+120000'
  const run = (...args: string[]) =>
    new Promise<[number, string, string]>((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        AUDIT_SEALS_FILE: keptIn,
        DATA_DIR: '/nowhere',
      }
      execFile(process.execPath, ['--import', later, program, ...args], { env }, (error, out, complaint) =>
        resolve([error ? Number(error.code) : 0, out.trim(), complaint.trim()]),
      )
    })
  const whole = await run('verify')
  expect(whole).toEqual([
    0,
    expect.stringMatching(/^The audit is whole: [\d,]+ entries under \d+ seals, /),
    '',
  ])
  expect(whole[1]).toContain('4 kept seals agree with it.')

  // Whoever empties or removes the file takes away the only thing that a rewritten chain is compared with.
  const empty = join(folder, 'empty')
  await writeFile(empty, '')
  const lacks = [
    [join(folder, 'none'), [], `${join(folder, 'none')} is not there`],
    [empty, [], `${empty} is empty`],
    ['', ['--seals', empty], `${empty} is empty`],
  ] as const
  for (const [setting, given, lack] of lacks) {
    keptIn = setting
    const [code, out] = await run('verify', ...given)
    expect([code, out]).toEqual([0, expect.stringContaining(`is among the kept ones, as ${lack}. What was`)])
  }
  keptIn = ''
  expect((await run('verify'))[1]).toMatch(/No kept seals were given: .*whole\.$/)
  keptIn = file
  const other = join(folder, 'other')
  await appendFile(other, `{"number":999,"hash":"${'a'.repeat(64)}"}\n`)
  expect(await run('verify', '--seals', other)).toEqual([
    1,
    '',
    expect.stringMatching(/^The audit was changed: 1 finding\.\nThe end was cut off: seal 999 was kept/),
  ])
  expect(await run('verify', '--seals', join(folder, 'none'))).toEqual([
    1,
    '',
    expect.stringContaining('cannot be read'),
  ])
  expect(await run('prove')).toEqual([1, '', expect.stringMatching(/^Say: npm run audit -- verify/)])
})

test('a file of seals that cannot be appended to is refused at the start, also where its folder comes later', async () => {
  await expect(refuseUnusableFile({ file: undefined, url: undefined })).resolves.toBeUndefined()
  await expect(refuseUnusableFile({ file: join(folder, 'new'), url: undefined })).resolves.toBeUndefined()
  const before = await readFile(file, 'utf8')
  await expect(refuseUnusableFile({ file, url: undefined })).resolves.toBeUndefined()
  expect(await readFile(file, 'utf8')).toBe(before)
  for (const wrong of [folder, join(folder, 'none', 'seals'), join(file, 'seals')]) {
    const refused = refuseUnusableFile({ file: wrong, url: undefined })
    await expect(refused).rejects.toThrow(OperatorError)
    await expect(refused).rejects.toThrow(/^AUDIT_SEALS_FILE cannot be written to: E.*$/)
  }
})

test('the newest seal is posted to an address once, and again after a failure', async () => {
  const bodies: { number: number; hash: string }[] = []
  let status = 500
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      bodies.push(JSON.parse(text) as (typeof bodies)[number])
      response.writeHead(status, { location: '/other' }).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const target = { file: undefined, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` }
  try {
    await expect(keepSeals(db, knownPlace, target)).rejects.toThrow('answered 500')
    status = 302
    await expect(keepSeals(db, knownPlace, target)).rejects.toThrow()
    status = 204
    // A file that cannot be written keeps no seal from the address.
    const both = { ...target, file: join(folder, 'nowhere', 'seals') }
    await expect(keepSeals(db, knownPlace, both)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(bodies).toHaveLength(3)
    await keepSeals(db, knownPlace, target)
    expect(bodies).toHaveLength(3)
    const [newest] = await db<[{ number: number; hash: string }]>`
      select number, encode(hash, 'hex') as hash from audit_seals order by number desc limit 1`
    expect(bodies.at(-1)).toMatchObject(newest)
  } finally {
    receiver.close()
  }
})
