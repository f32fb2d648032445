import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Printer } from '@our-print/contract/printing/printers.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { announcePrinter } from '../../../test/announcePrinter.ts'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder, buildStaff } from '../../../test/build.ts'
import { buildPrinter } from '../../../test/buildPrinting.ts'
import { startTestPrinter, type TestPrinter } from '../../../test/printers/testPrinter.ts'
import { createSealer } from '../../base/database/sealer.ts'
import { createKeyReader } from '../../base/files/secretsKey.ts'
import { openPrinter } from './openPrinter.ts'
import { pollPrinters } from './pollPrinters.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/api/printers/'
const address = 'ipp://127.0.0.1:9/ipp/print'
const signIn = { username: 'press', password: 'ink & toner' }

/** Addresses at which no machine can be. */
const impossible = [
  'ipp://x:99999/',
  'ipp://x:0/',
  'ipp://%00/',
  'ipp://%20/',
  'ipp://./',
  'ipp://a..b/',
  'ipp://-/',
  'ipp://*/',
  'ipp://a,b/',
  'ipp://999.1.1.1/',
  'ipp://0.0.0.0/',
  'ipp://255.255.255.255/',
  'ipp://224.0.0.1/',
  'ipp://[::::]/',
  'ipp://[::]/',
  'ipp://[ff02::1]/',
  'ipp://x\\y/',
  'ipp:///ipp/print',
  `ipp://${'a'.repeat(64)}/`,
  `ipp://${'abcdefg.'.repeat(32)}de/`,
]

const closing: (() => unknown)[] = []
beforeEach(() => api.db`delete from printers`)
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options: Parameters<typeof startTestPrinter>[0] = {}): Promise<TestPrinter> {
  const printer = await startTestPrinter(options)
  closing.push(() => printer.close())
  return printer
}

const create = async (fields: object): Promise<Printer> => {
  const reply = await admin.post(url, { name: 'Front desk', uri: address, ...fields })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const read = async (id: string) => (await admin.get(`${url}${id}/`)).json<Printer>()
const fieldOf = (reply: Awaited<ReturnType<typeof admin.get>>) => [
  reply.statusCode,
  reply.json().errors?.[0]?.context.key,
]
const events = async (): Promise<number> => {
  const [row] = await api.db<[{ many: number }]>`
    select (select count(*) from event_queue)::int + (select count(*) from events)::int as many`
  return row.many
}

describe('a printer', () => {
  test('is created, read, changed and deleted; its password is never answered', async () => {
    const printer = await create({
      ...signIn,
      click_bw: 0.35,
      click_color: 2.5,
      paper_sizes: ['Letter', 'A4'],
    })
    expect(printer).toMatchObject({
      has_password: true,
      paper_sizes: ['A4', 'Letter'],
      click_bw: 0.35,
      click_color: 2.5,
      status: null,
      seen_at: null,
      version: 1,
    })
    expect(JSON.stringify(printer)).not.toContain('toner')
    const [row] = await api.db`select click_bw, password_sealed from printers`
    expect(row?.['click_bw']).toBe(35)
    expect(String(row?.['password_sealed'])).not.toContain('toner')
    const path = `${url}${printer.id}/`
    expect((await admin.get(`${url}?query=front`)).json()).toMatchObject({ count: 1, results: [printer] })

    const changed = await admin.patch(path, { ...printer, click_bw: 0.4, is_active: false })
    expect(changed.json()).toMatchObject({ click_bw: 0.4, is_active: false, has_password: true, version: 2 })
    expect((await admin.patch(path, { name: 'x', version: 1 })).json()).toMatchObject({
      code: 'stale',
      current: changed.json(),
    })
    const certificate = Array(32).fill('ab').join(':')
    expect((await admin.patch(path, { certificate })).json().certificate).toBe(certificate.toUpperCase())
    expect((await admin.patch(path, { password: null })).json().has_password).toBe(false)
    expect((await admin.delete(path)).statusCode).toBe(204)
    const entries = await api.db`select before, after from audit_entries where entity = 'printers'`
    expect(entries.length).toBeGreaterThan(3)
    expect(JSON.stringify(entries)).not.toMatch(/password_sealed":"(?!hidden)|toner/)
  })

  test.each([
    ['uri', { uri: 'http://192.168.1.20/' }],
    ['uri', { uri: 'ipp://me:secret@192.168.1.20/ipp' }],
    ['uri', { uri: '192.168.1.20' }],
    ...impossible.map((uri): [string, object] => ['uri', { uri }]),
    ['username', { username: 'a:b' }],
    ['certificate', { certificate: 'AB:CD' }],
    ['paper_sizes', { paper_sizes: [] }],
    ['click_bw', { click_bw: -1 }],
    ['click_color', { click_color: 100_000_000 }],
  ])('with an invalid %s is refused', async (field, fields) => {
    expect(fieldOf(await admin.post(url, { name: 'x', uri: address, ...fields }))).toEqual([400, field])
  })

  test.each([
    'ipp://printer.local',
    'ipp://my_printer.lan./ipp/print',
    'ipps://[fe80::1]:443/ipp',
    'ipp://10.0.0.7:65535/printers/A%20B?x=1',
  ])('may be at %s', async (uri) => {
    expect((await create({ uri })).uri).toBe(uri)
  })

  test('has a name of its own', async () => {
    await create({})
    const reply = await admin.post(url, { name: 'FRONT DESK', uri: address })
    expect(fieldOf(reply)).toEqual([409, 'name'])
  })

  test('does not send its password to another address: it is typed again', async () => {
    const { id } = await create(signIn)
    const path = `${url}${id}/`
    const other = { uri: 'ipp://127.0.0.2:9/ipp/print' }
    expect(fieldOf(await admin.patch(path, other))).toEqual([400, 'password'])
    expect((await admin.patch(path, { ...other, password: 'new one' })).statusCode).toBe(200)
  })

  test('with print jobs is deactivated, not deleted', async () => {
    const { id } = await create({})
    const order = await buildOrder(api.db)
    const person = await buildStaff(api.db)
    await api.db`
      insert into print_jobs (order_id, printer_id, state, copies, duplex, color, paper_size, impressions, created_by)
      values (${order.id}, ${id}, 'queued', 1, false, 'bw', 'A4', 3, ${person.id})`
    const refused = async () => {
      const reply = await admin.delete(`${url}${id}/`)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'in_use'])
    }
    await refused()
    // The job was to be moved there from another printer, and has ended before.
    const other = (await create({ name: 'Other' })).id
    await api.db`
      update print_jobs set version = version + 1, printer_id = ${other}, move_to = ${id}, cancel_asked_at = now(),
        state = 'done', finished_at = now()`
    await refused()
    await api.db`truncate print_jobs cascade`
  })
})

describe('the key of passwords', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'our-print-key-'))
    closing.push(() => rmSync(path, { recursive: true }))
    return path
  }

  test('is made once by several processes at a time, for its owner alone', async () => {
    const path = folder()
    expect(await createKeyReader(path)(false)).toBeUndefined()
    const keys = await Promise.all(Array.from({ length: 20 }, () => createKeyReader(path)(true)))
    expect(new Set(keys).size).toBe(1)
    expect(readdirSync(path)).toEqual(['secrets.key'])
    expect(statSync(join(path, 'secrets.key')).mode & 0o777).toBe(0o600)
    // The file's text in the setting is the same key.
    const sealed = await createSealer(createKeyReader(path)).seal('ink', 'printer 1')
    expect(await createSealer(createKeyReader(folder(), keys[0])).open(sealed, 'printer 1')).toBe('ink')
  })

  test('opens a secret for its owner only, unchanged only, and with the same key only', async () => {
    const sealer = createSealer(createKeyReader(folder()))
    const sealed = await sealer.seal('ink', 'printer 1')
    expect(await sealer.open(sealed, 'printer 1')).toBe('ink')
    expect(await sealer.open(sealed, 'printer 2')).toBeUndefined()
    expect(await sealer.seal('ink', 'printer 1')).not.toEqual(sealed)
    const changed = Buffer.from(sealed)
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1)
    expect(await sealer.open(changed, 'printer 1')).toBeUndefined()
    expect(await sealer.open(Buffer.alloc(3), 'printer 1')).toBeUndefined()
    expect(await createSealer(createKeyReader(folder())).open(sealed, 'printer 1')).toBeUndefined()
  })

  test('that is not there any more leaves a printer that asks for its password again', async () => {
    const device = await start({ signIn })
    const { id } = await create({ ...signIn, uri: device.uri })
    const other = { ...api.resources, sealer: createSealer(createKeyReader(folder())) }
    await pollPrinters(other)
    expect((await read(id)).status).toMatchObject({
      state: 'unreachable',
      message: expect.stringMatching(/^Type the password again/),
    })
    await expect(openPrinter(other, id)).rejects.toMatchObject({ kind: 'unauthorized' })
    await pollPrinters(api.resources)
    expect((await read(id)).status).toMatchObject({ state: 'idle', message: '' })
  })
})

describe('a test of an address', () => {
  const tried = (body: object) => admin.post(`${url}test/`, body)

  test('says what the printer can do, and keeps nothing', async () => {
    const device = await start({ color: false })
    const reply = await tried({ uri: device.uri })
    expect(reply.json()).toMatchObject({
      certificate: null,
      status: {
        make_and_model: 'Our Print Test Printer',
        color: false,
        duplex: true,
        paper_sizes: ['A4', 'A3', 'Letter'],
      },
    })
    expect((await admin.get(url)).json().count).toBe(0)
  })

  test('names the field at fault', async () => {
    const { uri } = await start({ signIn })
    expect(fieldOf(await tried({ uri: address }))).toEqual([422, 'uri'])
    expect(fieldOf(await tried({ uri }))).toEqual([422, 'username'])
    expect(fieldOf(await tried({ uri, username: 'press', password: 'water' }))).toEqual([422, 'password'])
    expect((await tried({ uri, ...signIn })).statusCode).toBe(200)
  })

  test('shows a certificate that is to be accepted', async () => {
    const device = await start({ secure: true })
    const first = (await tried({ uri: device.uri })).json()
    expect(first).toEqual({ status: null, certificate: expect.stringMatching(/^[0-9A-F:]{95}$/) })
    const second = await tried({ uri: device.uri, certificate: first.certificate })
    expect(second.json().status).toMatchObject({ state: 'idle' })
    const { id } = await create({ uri: device.uri, certificate: first.certificate })
    expect((await admin.post(`${url}${id}/check/`)).json()).toMatchObject({ status: { state: 'idle' } })
  })

  test('uses the kept password for the kept address only', async () => {
    const [device, other] = [await start({ signIn }), await start({ signIn })]
    const { id } = await create({ ...signIn, uri: device.uri })
    const savedSignIn = { username: signIn.username, printer: id }
    expect((await tried({ ...savedSignIn, uri: device.uri })).statusCode).toBe(200)
    expect(fieldOf(await tried({ ...savedSignIn, uri: other.uri }))).toEqual([422, 'password'])
  })
})

describe('asking all printers', () => {
  test('keeps how they are, and tells only what changed', async () => {
    const device = await start()
    const { id } = await create({ uri: device.uri })
    const poll = () => pollPrinters(api.resources)
    await poll()
    const first = await read(id)
    expect(first).toMatchObject({ version: 1, status: { state: 'idle', impressions_completed: 0 } })
    expect(first.seen_at).not.toBeNull()

    const eventsBefore = await events()
    await poll()
    expect(await read(id)).toEqual(first)
    await api.db`update printers set seen_at = now() - interval '2 minutes'`
    await poll()
    expect(Date.parse((await read(id)).seen_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await events()).toBe(eventsBefore)

    device.paper(0)
    await poll()
    expect((await read(id)).status).toMatchObject({ reasons: ['media-empty'], message: 'Out of paper' })
    expect(await events()).toBe(eventsBefore + 1)
  })

  test('waits for none that is dead, and keeps what it said of itself', async () => {
    const [dead, fine] = [await start(), await start()]
    const gone = await create({ uri: dead.uri, name: 'Gone' })
    const there = await create({ uri: fine.uri, name: 'There' })
    await pollPrinters(api.resources)
    dead.rubbish('no answer')
    fine.toner({ black: 5 })
    const asked = pollPrinters(api.resources, AbortSignal.timeout(2_000))
    await expect.poll(async () => (await read(there.id)).status?.message).toBe('Black toner: 5 % left')
    await asked
    await dead.power('off')
    await pollPrinters(api.resources)
    expect(await read(gone.id)).toMatchObject({
      status: { state: 'unreachable', make_and_model: 'Our Print Test Printer', accepts_jobs: false },
      seen_at: expect.any(String),
    })
  })

  test('leaves inactive ones alone', async () => {
    const device = await start()
    await buildPrinter(api.db, { uri: device.uri, is_active: false })
    await pollPrinters(api.resources)
    expect(device.requests()).toEqual({})
  })
})

test('staff users see no printers', async () => {
  expect((await api.as('staff').get(url)).statusCode).toBe(403)
})

describe('the network is searched', () => {
  const find = async (as = admin) => as.post(`${url}find/`)
  const announce = (...printer: Parameters<typeof announcePrinter>) =>
    closing.push(announcePrinter(...printer))

  test('and what answers is told, each printer once, and not kept', async () => {
    const own = `Desk ${process.pid}`
    const txt = { rp: 'ipp/press', ty: 'Brother HL-5', note: 'Front\u0007 desk', Color: 'F', Duplex: 'T' }
    announce({ name: own, port: 6311, txt })
    announce({ name: own, port: 6312, type: 'ipps', txt: { ...txt, rp: '/ipp/press', Color: 'T' } })
    announce({ name: `${own} b`, port: 6313, txt: { rp: 'a b#c' } })
    const reply = await find()
    expect(reply.statusCode).toBe(200)
    const found = reply
      .json<{ printers: { name: string; uri: string }[] }>()
      .printers.filter(({ name }) => name.startsWith(own))
    expect(found).toEqual([
      {
        name: own,
        uri: expect.stringMatching(/^ipps:\/\/[\d.]+:6312\/ipp\/press$/),
        about: 'Brother HL-5 · Front desk',
        color: true,
        duplex: true,
        is_known: false,
      },
    ])
    expect((await admin.get(url)).json().count).toBe(0)
    await buildPrinter(api.db, { name: 'Ours', uri: found[0]?.uri ?? '' })
    const again = (await find()).json<{ printers: object[] }>().printers
    expect(again).toContainEqual({ ...found[0], is_known: true })
  })

  test('by who changes the configuration, at a known place', async () => {
    const clerk = async (own: 'floor' | 'configuration') =>
      api.withToken(await openSession(api.db, (await buildClerk(api.db, [own])).id))
    expect((await find(api.as('staff'))).statusCode).toBe(403)
    expect((await find(await clerk('floor'))).statusCode).toBe(403)
    expect((await find(await clerk('configuration'))).statusCode).toBe(200)
  })
})
