import type { Measured, Request } from './load.ts'
import { timeBetween, timeOfServer, timesOfBackends } from './processor.ts'
import type { Server, startLoad } from './servers.ts'

/** A server and what is requested of it: one list of requests for each client. */
export type Side = { server: Server; requests: (clients: number) => Promise<Request[][]> }
/** `seconds` with many clients and `single` with one, in each round; `warmUp` is in milliseconds. */
export type Pace = { rounds: number; seconds: number; single: number; warmUp: number }
export type Instruments = { load: ReturnType<typeof startLoad>; postmaster: number }
type Pair = { ours: number; other: number }

/** Medians over the rounds. A ratio is the median of the rounds' ratios, because other work disturbs both sides of a round alike. */
export type Figures = {
  perSecond: number
  p50: number
  throughputRatio?: number
  p50Ratio?: number
  /** Milliseconds of CPU time a request, in the process of Node and in PostgreSQL. */
  processor: { node: Pair; postgres: Pair }
  /** The other side's CPU time a request, as a part of ours. Other work on the machine hardly changes it. */
  processorRatio?: number
}

const maxClients = 16

type Turn = Measured & { node: number; postgres: number }
type Both = { ours: Turn; other?: Turn }

/** Measures both sides in turn; the order alternates. With `clients: 1` only one client asks. */
export async function compare(
  ours: Side,
  other: Side | undefined,
  { load, postmaster }: Instruments,
  pace: Pace,
  clients = maxClients,
): Promise<Figures> {
  const measure = async ({ server, requests }: Side, clients: number, seconds: number): Promise<Turn> => {
    // Built for each round, because the last round moved the orders.
    const job = { url: server.url, seconds, requests: await requests(clients), warmUp: pace.warmUp }
    if (job.requests.some((own) => own.length === 0)) throw new Error('The shop is too small for this work')
    const before = { node: timeOfServer(server.pid), postgres: timesOfBackends(postmaster) }
    const measured = await load.run(job)
    if (measured.refused > 0) throw new Error(`${measured.refused} requests were refused`)
    const each = 1000 / measured.answered
    return {
      ...measured,
      node: (timeOfServer(server.pid) - before.node) * each,
      postgres: timeBetween(before.postgres, timesOfBackends(postmaster)) * each,
    }
  }
  const both = async (turn: number, clients: number, seconds: number): Promise<Both> => {
    if (!other) return { ours: await measure(ours, clients, seconds) }
    if (turn % 2 === 0)
      return { ours: await measure(ours, clients, seconds), other: await measure(other, clients, seconds) }
    const first = await measure(other, clients, seconds)
    return { ours: await measure(ours, clients, seconds), other: first }
  }

  // Warm-up of caches and the JIT compiler.
  await both(0, clients, Math.min(1, pace.seconds))
  const many: Both[] = []
  const single: Both[] = []
  for (let turn = 0; turn < pace.rounds; turn++) {
    if (clients > 1) many.push(await both(turn, clients, pace.seconds))
    single.push(await both(turn, 1, pace.single))
  }
  const loaded = clients > 1 ? many : single
  const pair = (read: (turn: Turn) => number): Pair => ({
    ours: median(loaded.map((turn) => read(turn.ours))),
    other: median(loaded.map((turn) => (turn.other ? read(turn.other) : Number.NaN))),
  })
  const ratio = (turns: Both[], read: (turn: Turn) => number) =>
    median(turns.map((turn) => read(turn.ours) / (turn.other ? read(turn.other) : Number.NaN)))
  return {
    perSecond: median(loaded.map((turn) => turn.ours.perSecond)),
    p50: median(single.map((turn) => turn.ours.p50)),
    ...(other && {
      throughputRatio: ratio(loaded, (turn) => turn.perSecond),
      p50Ratio: ratio(single, (turn) => turn.p50),
      processorRatio: 1 / ratio(loaded, ({ node, postgres }) => node + postgres),
    }),
    processor: { node: pair((turn) => turn.node), postgres: pair((turn) => turn.postgres) },
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}
