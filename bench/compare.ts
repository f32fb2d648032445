import type { Request } from './load.ts'
import { watchProcessor } from './processor.ts'
import type { Server, startLoad } from './servers.ts'

/** One list of requests for each client, made anew for each turn. */
export type Requests = (clients: number) => Promise<Request[][]>
export type Side = { server: Server; requests: Requests }
/** How long a turn lasts, and how often it is repeated. */
export type Pace = { seconds: number; rounds: number }
export type Instruments = { load: ReturnType<typeof startLoad>; postmaster: number; pace: Pace }
/** Requests a second, milliseconds at the median, and milliseconds of CPU time a request: the server and PostgreSQL. */
export type Turn = { perSecond: number; p50: number; cpu: number }

/** Loads one server for a turn. */
export async function measure(
  { load, postmaster, pace }: Instruments,
  { server, requests }: Side,
  clients: number,
  seconds = pace.seconds,
): Promise<Turn> {
  const job = { url: server.url, seconds, requests: await requests(clients) }
  if (job.requests.some((own) => own.length === 0)) throw new Error('The shop is too small for this work')
  const spent = watchProcessor(server.pid, postmaster)
  const { perSecond, p50, refused, answered } = await load.run(job)
  if (refused > 0) throw new Error(`${refused} of ${answered} requests were refused`)
  return { perSecond, p50, cpu: (spent() * 1000) / answered }
}

/** Medians of our side, and of its ratios to the other. Both are loaded in turn; the order alternates. */
export async function compare(
  instruments: Instruments,
  ours: Side,
  other: Side,
  clients: number,
): Promise<{ ours: Turn; ratio: Turn }> {
  const turns: { ours: Turn; ratio: Turn }[] = []
  // The first round warms caches and the JIT compiler up.
  for (let round = 0; round <= instruments.pace.rounds; round++) {
    const run = (side: Side) => measure(instruments, side, clients, round === 0 ? 0.5 : undefined)
    const early = round % 2 === 0 ? await run(other) : undefined
    const mine = await run(ours)
    const theirs = early ?? (await run(other))
    const ratio = {
      perSecond: mine.perSecond / theirs.perSecond,
      p50: mine.p50 / theirs.p50,
      cpu: mine.cpu / theirs.cpu,
    }
    if (round > 0) turns.push({ ours: mine, ratio })
  }
  return {
    ours: medians(turns.map((turn) => turn.ours)),
    ratio: medians(turns.map((turn) => turn.ratio)),
  }
}

const medians = (turns: Turn[]): Turn => ({
  perSecond: median(turns.map(({ perSecond }) => perSecond)),
  p50: median(turns.map(({ p50 }) => p50)),
  cpu: median(turns.map(({ cpu }) => cpu)),
})

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
