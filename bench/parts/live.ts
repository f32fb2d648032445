import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect } from '../../server/src/database/db.ts'
import { openSession } from '../openSession.ts'
import { timeOfServer } from '../processor.ts'
import { mib, milliseconds } from '../report/format.ts'
import { withCopy } from '../seed/databases.ts'
import { readMemory, root, startReader } from '../servers.ts'
import type { LiveJob, Taken } from './liveReaders.ts'
import { type Bench, inShop, type OpenShop, quantile, type Row, type Section } from './part.ts'

const streams = 1000
const perToken = 20
/** Streams whose events' delays are noted. */
const noted = 20
const changesPerSecond = 500
const seconds = 8
const idleTime = 6000
/** Events at once for a reader that does not read. */
const burst = 100_000
const list = '/api/all-orders/?status=delivered&limit=10'

/** Open streams of events: their memory, a list beside them, the delay of an event, a reader that does not read. */
export async function measureLive(bench: Bench): Promise<Section> {
  const orders = bench.sizes[0] ?? 0
  const rows = await withCopy(await bench.seeded(orders), (url) =>
    inShop(bench, url, (shop) => measure(shop, url)),
  )
  return {
    about: `${streams.toLocaleString('en')} streams of super admins, read by another process, at ${orders.toLocaleString('en')} orders; a list requested every 10 ms by a third one. A delay is from the change in its transaction to its arrival, of ${noted} of the streams. Changes are updates of one order each.`,
    rows,
  }
}

async function measure(shop: OpenShop, databaseUrl: string): Promise<Row[]> {
  const { db, server, token } = shop
  const readers = startReaders()
  const reader = startReader(server, token, [list])
  try {
    const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
    const tokens = await Promise.all(
      Array.from({ length: streams / perToken }, () => openSession(db, admin.id)),
    )
    const slowToken = await openSession(db, admin.id)
    await reader.during(() => sleep(3000))
    const before = await reader.during(() => sleep(idleTime))
    const memoryBefore = await readMemory(server)
    await readers.send({ do: 'open', url: server.url, tokens, each: perToken, noted })
    await sleep(2000)
    const memoryOpen = await readMemory(server)
    const beside = await reader.during(() => sleep(idleTime))
    let done = 0
    const cpuBefore = timeOfServer(server.pid)
    const busy = await reader.during(async () => {
      done = await changeOrders(databaseUrl)
    })
    const share = (timeOfServer(server.pid) - cpuBefore) / seconds
    await sleep(500)
    const taken = await readers.send({ do: 'take' })
    const memoryBusy = await readMemory(server)
    await readers.send({ do: 'close' })
    const slowMs = await cutSlowReader(shop, readers, slowToken)
    const after = await reader.during(() => sleep(idleTime))
    const idle = quantile(0.99, before[list], after[list])
    const ratioOf = (times: number[] | undefined) => quantile(0.99, times) / idle
    const p99 = quantile(0.99, taken.delays)
    const memory = memoryOpen - memoryBefore
    return [
      {
        work: `memory of ${streams.toLocaleString('en')} open streams`,
        measured: mib(memory),
        target: '≤ 100 MiB',
        isKept: memory <= 100 * 1024 * 1024,
      },
      {
        work: 'a list beside open streams',
        measured: `p99 ${milliseconds(quantile(0.99, beside[list]))}`,
        beside: `${ratioOf(beside[list]).toFixed(2)} of none`,
        target: '≤ 1.5',
        isKept: ratioOf(beside[list]) <= 1.5,
      },
      {
        work: 'an event arrives',
        measured: `p50 ${milliseconds(quantile(0.5, taken.delays))}, p99 ${milliseconds(p99)}; ${Math.round(done / seconds)} changes a second, ${taken.delays.length} arrivals noted, ${taken.open} streams open; the server used ${Math.round(100 * share)} % of a core`,
        target: 'p99 ≤ 250 ms',
        isKept: p99 <= 250,
      },
      {
        work: 'a list beside streams with changes',
        measured: `p99 ${milliseconds(quantile(0.99, busy[list]))}; memory ${mib(memoryBusy)}`,
        beside: `${ratioOf(busy[list]).toFixed(2)} of none`,
      },
      {
        work: 'a reader that does not read',
        measured:
          slowMs === null
            ? 'not cut off'
            : `cut off ${(slowMs / 1000).toFixed(1)} s after ${burst.toLocaleString('en')} events came at once`,
        target: 'cut off',
        isKept: slowMs !== null,
      },
    ]
  } finally {
    reader.stop()
    readers.stop()
  }
}

/** More events at once than the buffers of both sides hold; milliseconds until the reader was cut off. */
async function cutSlowReader({ db, server }: OpenShop, readers: Readers, token: string) {
  await readers.send({ do: 'slow', url: server.url, token })
  await sleep(500)
  await db`
    insert into event_queue (name, entity, record, version)
    select 'lead.changed', 'lead', uuid_v7(), n from generate_series(1, ${burst}) n`
  const since = Date.now()
  while (Date.now() - since < 30_000) {
    await sleep(250)
    const { slowMs } = await readers.send({ do: 'take' })
    if (slowMs !== null) return Date.now() - since
  }
  return null
}

type Readers = ReturnType<typeof startReaders>

function startReaders() {
  const child = fork(fileURLToPath(new URL('bench/parts/liveReaders.ts', root)))
  return {
    send: (job: LiveJob) =>
      new Promise<Taken>((resolve, reject) => {
        const lost = () => reject(new Error('the reading process ended'))
        child.once('exit', lost)
        child.once('message', (taken: Taken) => {
          child.off('exit', lost)
          resolve(taken)
        })
        child.send(job)
      }),
    stop: () => child.kill(),
  }
}

/** Changes single orders at a steady rate; returns how many were changed in time. */
async function changeOrders(databaseUrl: string): Promise<number> {
  const db = connect(databaseUrl, { max: 8 })
  const perTurn = 10
  const turnMs = (1000 * perTurn) / changesPerSecond
  const ids = await db<{ id: string }[]>`select id from orders order by id limit 5000`
  let started = 0
  let done = 0
  const running: Promise<unknown>[] = []
  const from = performance.now()
  while (performance.now() - from < seconds * 1000) {
    // Not more under way than the machine can do.
    if (started - done < 4 * perTurn) {
      for (let turn = 0; turn < perTurn; turn++) {
        const id = ids[started++ % ids.length]?.id ?? ''
        running.push(
          db`update orders set notes = ${`Change ${started}`} where id = ${id}`.then(() => {
            done++
          }),
        )
      }
    }
    await sleep(Math.max(0, from + (started / perTurn) * turnMs - performance.now()))
  }
  const inTime = done
  await Promise.all(running)
  await db.end()
  return inTime
}
