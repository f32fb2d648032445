import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Pool } from '../../../server/src/database/db.ts'
import { median } from '../../compare.ts'
import { openSession } from '../../openSession.ts'
import { figure, mib, milliseconds } from '../../report/format.ts'
import { withCopy } from '../../seed/databases.ts'
import { readMemory, root, type Server } from '../../servers.ts'
import { type Bench, inShop, quantile, type Row, type Section } from '../part.ts'
import type { Job, Outcome, Shot, Tally } from './overloadLoad.ts'
import { mixOn, password } from './overloadMix.ts'

const seconds = 6
const rounds = 3
/** How many times the peak. */
const times = 2

const goodput = ({ kinds, seconds }: Outcome) =>
  Object.values(kinds).reduce((sum, { good }) => sum + good, 0) / seconds

/** The peak throughput of a mix of requests, and what the server does at twice that load. */
export async function measureOverload(bench: Bench): Promise<Section> {
  const { load, stop } = startSender()
  try {
    const orders = bench.sizes[0] ?? 0
    const rows = await withCopy(await bench.seeded(orders), (url) =>
      inShop(bench, url, ({ db, server }) => measure(db, server, load)),
    )
    return {
      about: `A mix of lists, single orders, searches, dashboards, exports, writes and order intakes at ${orders.toLocaleString('en')} orders. The peak is the better of 16 and 48 clients that wait for their responses. Then ${times} times that rate is sent without waiting for responses. Medians of ${rounds} rounds of ${seconds} s.`,
      rows,
    }
  } finally {
    stop()
  }
}

type Load = (job: Job) => Promise<Outcome>

function startSender(): { load: Load; stop: () => void } {
  const child = fork(fileURLToPath(new URL('bench/parts/load/overloadLoad.ts', root)), {
    serialization: 'advanced',
  })
  const load = (job: Job) =>
    new Promise<Outcome>((resolve, reject) => {
      const lost = () => reject(new Error('the load process ended'))
      child.once('exit', lost)
      child.once('message', (outcome: Outcome) => {
        child.off('exit', lost)
        resolve(outcome)
      })
      child.send(job)
    })
  return { load, stop: () => child.kill() }
}

async function measure(db: Pool, server: Server, load: Load): Promise<Row[]> {
  const shots = await mixOn(db)
  await load({ url: server.url, seconds: 3, shots, clients: 16 })
  const idle = await probe(server, db, () => sleep(4000))
  const done: Round[] = []
  for (let round = 0; round < rounds; round++) done.push(await measureRound(server, db, shots, idle, load))
  return report(idle, done, await readMemory(server))
}

type Round = { peak: Outcome; over: Outcome; beside: Beside; recovery: number; memoryAtPeak: number }

/** Peak and overload within seconds of each other, so that other work on the machine disturbs both alike. */
async function measureRound(
  server: Server,
  db: Pool,
  shots: Shot[],
  idle: Beside,
  load: Load,
): Promise<Round> {
  const { url } = server
  const peaks: Outcome[] = []
  for (const clients of [16, 48]) peaks.push(await load({ url, seconds: seconds / 2, shots, clients }))
  const peak = peaks.toSorted((a, b) => goodput(b) - goodput(a))[0] as Outcome
  const memoryAtPeak = await readMemory(server)
  const outcomes: Outcome[] = []
  const beside = await probe(server, db, async () => {
    outcomes.push(await load({ url, seconds, shots, perSecond: goodput(peak) * times }))
  })
  const recovery = await measureRecovery(server, db, idle.list.p99)
  const [over] = outcomes
  if (!over) throw new Error('nothing was measured')
  return { peak, over, beside, recovery, memoryAtPeak }
}

function report(idle: Beside, done: Round[], memoryAfter: number): Row[] {
  const of = (read: (round: Round) => number) => median(done.map(read))
  const all = (read: (tally: Tally) => number) =>
    done.flatMap(({ over }) => Object.values(over.kinds)).reduce((sum, tally) => sum + read(tally), 0)
  const ratio = of(({ peak, over }) => goodput(over) / goodput(peak))
  const recovery = Math.max(...done.map((round) => round.recovery)) / 1000
  const wrong = all((tally) => tally.wrong + tally.broken)
  const examples = done.flatMap(({ peak, over }) => [...peak.examples, ...over.examples])
  const byKind = Object.keys(done[0]?.over.kinds ?? {}).map((kind) => {
    const rate = ({ kinds, seconds }: Outcome) => (kinds[kind]?.good ?? 0) / seconds
    return `${kind} ${figure(of(({ over }) => rate(over)))} of ${figure(of(({ peak }) => rate(peak)))}`
  })
  const answers = (name: 'ready' | 'signIn' | 'list', work: string): Row => {
    const failed = done.reduce((sum, { beside }) => sum + beside[name].failed, 0)
    const p99 = quantile(0.99, ...done.map(({ beside }) => beside[name].times))
    return {
      work,
      measured: `p99 ${milliseconds(p99)}, ${failed} failed`,
      beside: `idle ${milliseconds(idle[name].p99)}`,
      ...(name !== 'list' && { target: 'none fails', isKept: failed === 0 }),
    }
  }
  return [
    { work: 'peak', measured: `${figure(of(({ peak }) => goodput(peak)))}/s` },
    {
      work: `goodput at ${times} times the peak`,
      measured: `${figure(of(({ over }) => goodput(over)))}/s`,
      beside: `${ratio.toFixed(2)} of the peak`,
      target: '≥ 0.8',
      isKept: ratio >= 0.8,
    },
    { work: 'goodput by kind, a second', measured: byKind.join(', ') },
    { work: 'refused with 503 and Retry-After', measured: figure(all((tally) => tally.refused)) },
    {
      work: 'other failures at overload',
      measured: [figure(wrong), ...examples.slice(0, 2)].join('; ').replaceAll(/[|\n]/g, ' '),
      target: '0',
      isKept: wrong === 0,
    },
    answers('ready', '`/readyz` at overload'),
    answers('signIn', 'sign-in at overload'),
    answers('list', 'a list at overload'),
    {
      work: 'memory: idle, at the peak, most, after',
      measured: [
        idle.memory,
        of((round) => round.memoryAtPeak),
        Math.max(...done.map(({ beside }) => beside.memory)),
        memoryAfter,
      ]
        .map(mib)
        .join(', '),
    },
    {
      work: 'back to normal after overload',
      measured: `${recovery.toFixed(1)} s`,
      target: '≤ 5 s',
      isKept: recovery <= 5,
    },
  ]
}

type Probe = { times: number[]; failed: number; p99: number }

type Beside = Awaited<ReturnType<typeof probe>>

/** The response times of health check, sign-in and a list while `work` runs, and the peak memory of the server. */
async function probe(server: Server, db: Pool, work: () => Promise<unknown>) {
  const [admin] = await db<[{ id: string; email: string }]>`
    select id, email from staff_users where is_superuser limit 1`
  const token = await openSession(db, admin.id)
  const ended = new AbortController()
  const every = async (pause: number, path: string, init: RequestInit): Promise<Probe> => {
    const found: Probe = { times: [], failed: 0, p99: Number.NaN }
    while (!ended.signal.aborted) {
      const since = performance.now()
      const reply = await fetch(server.url + path, init).catch(() => undefined)
      await reply?.arrayBuffer()
      if (reply?.ok) found.times.push(performance.now() - since)
      else found.failed++
      await sleep(pause)
    }
    return { ...found, p99: quantile(0.99, found.times) }
  }
  const signIn = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.email, password }),
  }
  const watching = Promise.all([
    every(40, '/readyz', {}),
    every(400, '/api/admin-login', signIn),
    every(40, '/api/users/', { headers: { authorization: `Token ${token}` } }),
    watchMemory(server, ended.signal),
  ])
  await work()
  ended.abort()
  const [ready, signedIn, list, memory] = await watching
  return { ready, signIn: signedIn, list, memory }
}

async function watchMemory(server: Server, ended: AbortSignal): Promise<number> {
  let most = 0
  while (!ended.aborted) {
    most = Math.max(most, await readMemory(server).catch(() => 0))
    await sleep(500)
  }
  return most
}

/** Milliseconds until ten lists in a row are as fast as on an idle server. */
async function measureRecovery({ url }: Server, db: Pool, p99: number): Promise<number> {
  const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
  const headers = { authorization: `Token ${await openSession(db, admin.id)}` }
  const since = performance.now()
  let calm = 0
  let start = since
  while (calm < 10) {
    start = performance.now()
    const reply = await fetch(`${url}/api/users/`, { headers })
    await reply.arrayBuffer()
    calm = reply.ok && performance.now() - start <= Math.max(20, 3 * p99) ? calm + 1 : 0
    if (start - since > 60_000) return start - since
  }
  return start - since
}
