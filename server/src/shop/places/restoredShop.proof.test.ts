import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildPrinter } from '../../../test/buildPrinting.ts'
import { buildPrintedOrder } from '../../../test/printers/printing.ts'
import { startTestPrinter, type TestPrinter } from '../../../test/printers/testPrinter.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTemporaryResources } from '../../../test/temporaryResources.ts'
import { until } from '../../../test/until.ts'
import { buildApp } from '../../app/app.ts'
import { startJobs } from '../../app/jobs.ts'
import { createLogger } from '../../app/start/logger.ts'
import { connect, type Pool } from '../../base/database/db.ts'
import { openStorage } from '../../base/files/openStorage.ts'
import type { Resources } from '../../base/http/dependencies.ts'
import { enterPlace, knownPlace, type Place } from '../../base/outgoing/place.ts'
import { answer } from '../../base/outgoing/places.queries.ts'
import { createRequestSender } from '../../base/outgoing/sendRequest.ts'
import { release } from '../../printing/printJobs/changeJobs.queries.ts'
import { makeBackup } from '../backup/backup.ts'
import { type Keepable, restore } from '../backup/restore.ts'
import { publish } from '../events/events.queries.ts'

// A shop with work that reaches machines outside: an order waits for its printer, a webhook for its endpoint, a message for its
// provider, an order to print by itself, a bulk job for its next portion. What of it goes on in a restored shop, and in one that was started in another place.

const api = useApi()
const places = useTemporaryResources()
const shop = {} as { printer: TestPrinter; receiver: Receiver; source: string }
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const { db, resources } = api
  shop.printer = await startTestPrinter()
  shop.receiver = await openReceiver()
  closing.push(
    () => shop.printer.close(),
    () => shop.receiver.close(),
  )
  const { id: printer } = await buildPrinter(db, { name: 'Laser', uri: shop.printer.uri })
  await buildPrinter(db, { name: 'Old one', is_active: false })
  const admin = api.as('admin')
  await admin.post('/api/webhooks/', {
    url: shop.receiver.url,
    event_types: ['order.created', 'order.changed'],
  })
  const order = await buildPrintedOrder(db, resources.storage)
  const made = await admin.post('/api/print-jobs/', { orders: [order.id], printer })
  expect([made.statusCode, made.json()]).toMatchObject([201, {}])
  await publish(db)
  await db`insert into bulk_jobs (kind, action, filter, total, created_by, request_id)
    values ('order', 'delete', '{}', 1, ${api.people.admin.id}, 'r')`
  await db`insert into auto_prints (order_id, created_by) values (${(await buildPrintedOrder(db, resources.storage)).id}, ${api.people.admin.id})`
  await db`update message_channels set version = version + 1, is_active = true, settings = '{}' where channel = 'sms'`
  await db`insert into messages (fact, user_id, about, order_id, fact_version, channel, language)
    select 'delivered', user_id, id, id, 1, 'sms', 'en' from orders where id = ${order.id}`
  shop.source = join(await places.folder(), 'shop.tar')
  await makeBackup({ databaseUrl: api.url, storage: resources.storage, target: shop.source })
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function restored(keep: readonly Keepable[]) {
  const dataDir = await places.folder()
  const databaseUrl = await places.database()
  const { stopped } = await restore({
    source: shop.source,
    databaseUrl,
    openStorage: () => openStorage({ dataDir, s3: undefined }),
    keep,
  })
  const db = connect(databaseUrl, { max: 8 })
  closing.push(() => db.end({ timeout: 1 }))
  const resources = {
    ...api.resources,
    pool: db,
    searchPool: db,
    quickPool: db,
    storage: await openStorage({ dataDir, s3: undefined }),
  }
  return { db, resources, stopped: stopped.map(({ said }) => said) }
}

/** What a server process does by itself. */
async function runJobs(resources: Resources, place: Place, isDone: () => Promise<boolean>) {
  const sender = createRequestSender({ http: true, loopback: true })
  const jobs = startJobs({ ...resources, sender, place }, createLogger('error', process.stderr), {
    printPollSeconds: 0.02,
  })
  try {
    await until('the jobs have run', isDone)
  } finally {
    await jobs.stop()
  }
}

const stateOf = async (db: Pool) => {
  const [state] = await db`
    select (select string_agg(name, ',' order by name) from printers where is_active) as printers,
      (select string_agg(state, ',') from print_jobs) as jobs, (select count(*)::int from auto_prints) as auto_prints, (select bool_or(is_active) from webhooks) as webhooks,
      (select string_agg(distinct state, ',') from webhook_deliveries) as deliveries,
      (select string_agg(channel, ',') from message_channels where is_active) as channels,
      (select string_agg(distinct state, ',') from messages) as messages,
      (select status from bulk_jobs where request_id = 'r') as bulk_jobs`
  return state
}
const stoppedState = {
  printers: null,
  jobs: 'held',
  auto_prints: 0,
  webhooks: false,
  deliveries: 'failed',
  channels: null,
  messages: 'failed',
  bulk_jobs: 'cancelled',
}

const said = () => [
  'Printers are inactive: Laser',
  'Print jobs are held, since they may have been printed: 1',
  'Orders that waited to print by themselves do not: 1',
  `Webhooks are inactive: ${shop.receiver.url}`,
  expect.stringMatching(/^Webhook deliveries that waited are not sent: [1-9]/),
  expect.stringMatching(/^Channels of messages are off: /),
  expect.stringMatching(/^Messages that waited are not sent: [1-9]/),
  'Bulk jobs are cancelled: 1',
]

test('a restored shop prints nothing, calls nobody, and says what it stopped', async () => {
  const { db, stopped } = await restored([])
  expect(stopped).toEqual(said())
  expect(await stateOf(db)).toEqual(stoppedState)
  expect(
    await db`select after -> 'stopped' as stopped from audit_entries where action = 'restore backup'`,
  ).toEqual([{ stopped: said() }])
})

test.each([
  ['printing', { printers: 'Laser', jobs: 'queued', auto_prints: 1 }],
  ['webhooks', { webhooks: true, deliveries: 'pending' }],
  ['messages', { channels: 'sms', messages: 'queued' }],
  ['bulkJobs', { bulk_jobs: 'queued' }],
] as const)('it goes on with %s where its owner says so', async (what, goingOn) => {
  const { db } = await restored([what])
  expect(await stateOf(db)).toEqual({ ...stoppedState, ...goingOn })
})

const everything: Keepable[] = ['apiKeys', 'printing', 'webhooks', 'messages', 'bulkJobs']
const at = (identity: string) => ({ identity, folder: '', name: `the folder ${identity}` })
test('in a place that it does not know a shop asks before it prints or calls; as the shop it goes on', async () => {
  const { db, resources } = await restored(everything)
  expect(await (await enterPlace(db, at('one'))).isShop()).toBe(true)
  const place = await enterPlace(db, at('two'))
  expect([await place.isKnown(), await place.isShop()]).toEqual([false, false])
  const asked = vi.spyOn(place, 'isKnown')
  await runJobs(resources, place, async () => asked.mock.calls.length > 5)
  expect([shop.printer.jobs().length, shop.receiver.received.length]).toEqual([0, 0])
  await expect(place.check()).rejects.toMatchObject({ status: 409, code: 'unknown_place' })

  await answer(db, 'shop')
  // The same process goes on, without a new start.
  await runJobs(resources, place, async () => {
    const state = await stateOf(db)
    return state?.['jobs'] === 'done' && state['deliveries'] === 'delivered'
  })
  expect(shop.printer.jobs()).toHaveLength(1)
  expect(shop.receiver.received.length).toBeGreaterThan(0)
  expect(await (await enterPlace(db, at('two'))).isShop()).toBe(true)
})

test('a held job that is released is not printed again where its printer says that it was', async () => {
  // The printer has it from the shop of the test before.
  expect(shop.printer.jobs()).toHaveLength(1)
  const { db, resources } = await restored([])
  await db`update printers set version = version + 1, is_active = true where name = 'Laser'`
  const [{ id }] = await db<[{ id: string }]>`select id from print_jobs`
  await release(db, id)
  await runJobs(resources, knownPlace, async () => (await stateOf(db))?.['jobs'] === 'done')
  expect(shop.printer.jobs()).toHaveLength(1)
})

test('a super admin says that it is a copy: what would go out stops first, and the audit keeps it', async () => {
  const { db, resources } = await restored(everything)
  await enterPlace(db, at('one'))
  const place = await enterPlace(db, at('two'))
  const app = await buildApp(
    { ...resources, place },
    { webDist: undefined, logger: createLogger('error', process.stderr) },
  )
  closing.push(() => app.close())
  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, ...(payload && { payload }), headers: { authorization: `token ${token}` } })
  const token = await openSession(db, api.people.admin.id)

  const [{ id: webhook }] = await db<[{ id: string }]>`select id from webhooks`
  const test = await send('POST', `/api/webhooks/${webhook}/test/`)
  expect([test.statusCode, test.json().code]).toEqual([409, 'unknown_place'])
  const tried = await send('POST', '/api/printers/test/', { uri: shop.printer.uri })
  expect([tried.statusCode, tried.json().code]).toEqual([409, 'unknown_place'])

  const question = { here: 'the folder two', before: 'the folder one' }
  expect((await send('GET', '/api/profile/')).json().place_question).toEqual(question)
  const reply = await send('POST', '/api/place/answer/', { meaning: 'copy' })
  expect(reply.json()).toEqual({ stopped: said() })
  expect(await stateOf(db)).toEqual(stoppedState)
  expect((await send('GET', '/api/profile/')).json().place_question).toBeUndefined()
  expect((await send('POST', '/api/place/answer/', { meaning: 'shop' })).statusCode).toBe(409)
  const [entry] =
    await db`select actor, after ->> 'meaning' as meaning from audit_entries where action = 'place copy'`
  expect(entry).toEqual({ actor: api.people.admin.id, meaning: 'copy' })
  // A copy may talk to printers and endpoints that its people switch on; its seals stay out of those of the shop.
  expect([await place.isKnown(), await place.isShop()]).toEqual([true, false])
})

test('whatever talks to a machine outside asks the place first', () => {
  const folder = new URL('../..', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const)
  const outgoing = files.filter(([, text]) =>
    /\bopenIpp\(\{|sender\.post\(|await fetch\(url|new SMTPConnection\(/.test(text),
  )
  expect(outgoing.map(([file]) => file).toSorted()).toEqual([
    'customer/messages/sendEmail.ts',
    'customer/messages/sendText.ts',
    'printing/printers/openPrinter.ts',
    'printing/printers/tryPrinter.ts',
    'shop/audit/sealAudit.ts',
    'shop/push/sendPush.ts',
    'shop/webhooks/tryDelivery.ts',
  ])
  for (const [file, text] of outgoing)
    expect([file, /place\.(check|isShop)\(\)/.test(text)]).toEqual([file, true])
})
