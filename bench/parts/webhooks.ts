import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../server/src/database/db.ts'
import { milliseconds } from '../report/format.ts'
import { withCopy } from '../seed/databases.ts'
import type { Report } from '../webhookReceiver.ts'
import { type Bench, inShop, type OpenShop, quantile, type Section } from './part.ts'

const listRatio = 1.5
/** Events of one transaction, as of a large bulk change. */
const portion = 500
const settings = { WEBHOOK_HTTP: 'on', WEBHOOK_LOOPBACK: 'on', WEBHOOK_RETRY_SECONDS: '0.02' }

/** Many events for an endpoint that fails half of the time, while lists are read and other endpoints wait for theirs. */
export async function measureWebhooks(bench: Bench): Promise<Section> {
  const orders = bench.sizes[0] ?? 0
  const events = orders < 10_000 ? 10_000 : 100_000
  const receiver = fork(new URL('../webhookReceiver.ts', import.meta.url))
  try {
    const [port] = (await once(receiver, 'message')) as [number]
    return await withCopy(await bench.seeded(orders), (url) =>
      inShop(bench, url, (shop) => measure(shop, receiver, port, events), settings),
    )
  } finally {
    receiver.kill()
  }
}

async function measure(
  shop: OpenShop,
  receiver: ChildProcess,
  port: number,
  events: number,
): Promise<Section> {
  await Promise.all([
    create(shop, `http://127.0.0.1:${port}/good`, 'lead.created'),
    create(shop, `http://127.0.0.1:${port}/moody`, 'lead.created'),
    create(shop, `http://127.0.0.1:${port}/probe`, 'company.created'),
  ])
  const idle = await watch(shop, receiver, () => sleep(15_000))
  const since = performance.now()
  const busy = await watch(shop, receiver, async () => {
    for (let first = 0; first < events; first += portion) {
      await addEvents(shop.db, first)
      await sleep(100)
    }
    await untilDelivered(shop.db)
  })
  const seconds = (performance.now() - since) / 1000
  const { good, moody, tries } = await reportOf(receiver)
  const ratio = busy.list / idle.list
  const count = (number: number) => number.toLocaleString('en')
  return {
    about: `${count(events)} events for each of two endpoints, one of which fails half of the time; a third is told of one event each 250 ms. Meanwhile a client reads the list of pending orders, one request each 20 ms. Pauses start at 0.02 s.`,
    rows: [
      {
        work: 'events that arrived at the endpoint that fails half of the time',
        measured: `${count(moody)} of ${count(events)}, ${count(tries)} tries in all, ${seconds.toFixed(0)} s`,
        target: 'all',
        isKept: moody === events && good === events,
      },
      {
        work: 'an event to another endpoint, p99',
        measured: milliseconds(busy.probe),
        beside: `${(busy.probe / idle.probe).toFixed(2)} × idle (${milliseconds(idle.probe)})`,
      },
      {
        work: 'a list meanwhile, p99',
        measured: milliseconds(busy.list),
        beside: `${ratio.toFixed(2)} × idle (${milliseconds(idle.list)})`,
        target: `≤ ${listRatio} ×`,
        isKept: ratio <= listRatio,
      },
    ],
  }
}

async function create({ server, headers }: OpenShop, url: string, type: string): Promise<void> {
  const reply = await fetch(`${server.url}/api/webhooks/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url, event_types: [type] }),
  })
  if (reply.status !== 201) throw new Error(await reply.text())
}

/** Four changes of each record. */
const addEvents = (db: Pool, first: number) => db`
  insert into event_queue (name, entity, record, version)
  select 'lead.created', 'lead', md5((n / 4)::text)::uuid, 1 + n % 4
  from generate_series(${first}::int, ${first + portion - 1}::int) n`

async function untilDelivered(db: Pool): Promise<void> {
  for (;;) {
    await sleep(1000)
    const [row] = await db<[{ isDone: boolean }]>`
      select not exists (select from event_queue where name = 'lead.created') and not exists (
        select from webhook_deliveries where state = 'pending' and event_type = 'lead.created') as "isDone"`
    if (row.isDone) return
  }
}

/** Reads a list and sends probes while something goes on: the p99 of the list and of the time until a probe arrives. */
async function watch(
  { db, server, headers }: OpenShop,
  receiver: ChildProcess,
  work: () => Promise<unknown>,
) {
  const state = { isOver: false }
  const lists: number[] = []
  const sent: [string, number][] = []
  const readers = [
    async () => {
      const since = performance.now()
      await (await fetch(`${server.url}/api/all-orders/?status=confirmed`, { headers })).arrayBuffer()
      lists.push(performance.now() - since)
      await sleep(20)
    },
    async () => {
      const record = crypto.randomUUID()
      sent.push([record, Date.now()])
      await db`insert into event_queue (name, entity, record, version) values ('company.created', 'company', ${record}, 1)`
      await sleep(250)
    },
  ]
  const reading = readers.map(async (read) => {
    while (!state.isOver) await read()
  })
  await work()
  state.isOver = true
  await Promise.all(reading)
  await sleep(3000)
  const { probes } = await reportOf(receiver)
  const delays = sent.map(([record, at]) => (probes[record] ?? Number.POSITIVE_INFINITY) - at)
  return { list: quantile(0.99, lists), probe: quantile(0.99, delays) }
}

async function reportOf(receiver: ChildProcess): Promise<Report> {
  receiver.send('report')
  const [report] = (await once(receiver, 'message')) as [Report]
  return report
}
