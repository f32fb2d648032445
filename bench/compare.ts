import { setTimeout as sleep } from 'node:timers/promises'
import type { Measured, Request } from './load.ts'
import { expectSameResponses, type Server, type startLoad } from './servers.ts'
import type { Work } from './works.ts'

type Parties = { ours: Server; limit: Server; load: ReturnType<typeof startLoad> }
type Pace = { rounds: number; seconds: number }

/** Medians over the rounds. A ratio is the median of the rounds' ratios, because other work disturbs both sides of a round alike. */
export type Figures = {
  work: Work
  perSecond: number
  p50: number
  throughputRatio?: number
  p50Ratio?: number
}

const maxClients = 16

/** Measures both in turn; the order alternates. */
export async function compare(work: Work, { ours, limit, load }: Parties, pace: Pace): Promise<Figures> {
  if (!work.alone && !work.responsesDiffer && !work.beside) {
    const requests = (await work.requests(1)).flat().slice(0, 50)
    await expectSameResponses(ours, limit, requests)
  }
  const measure = async ({ url }: Server, requests: Request[][], seconds: number): Promise<Measured> => {
    const measured = await load.run({ url, seconds, requests })
    if (measured.refused > 0) throw new Error(`${measured.refused} requests were refused: ${work.name}`)
    return measured
  }
  const both = async (turn: number, connections: number, seconds: number) => {
    const order = turn % 2 === 0 ? [ours, limit] : [limit, ours]
    const measured = new Map<Server, Measured>()
    for (const server of work.alone ? [ours] : order) {
      // Built for each round, because the last round moved the orders.
      const requests = server === limit && work.beside ? work.beside : work.requests
      const target = work.beside ? ours : server
      measured.set(server, await measure(target, await requests(connections), seconds))
    }
    return { ours: measured.get(ours), limit: measured.get(limit) }
  }

  const clients = work.clients ?? maxClients
  // Warm-up of caches and the JIT compiler.
  await both(0, clients, Math.min(1, pace.seconds))
  const many: Awaited<ReturnType<typeof both>>[] = []
  const single: Awaited<ReturnType<typeof both>>[] = []
  for (let turn = 0; turn < pace.rounds; turn++) {
    many.push(await both(turn, clients, pace.seconds))
    single.push(await both(turn, 1, Math.max(1, pace.seconds / 2)))
  }
  // Requests that are still running end first.
  await sleep(1000)
  await work.tidy?.()
  return {
    work,
    perSecond: median(many.map((turn) => turn.ours?.perSecond ?? Number.NaN)),
    p50: median(single.map((turn) => turn.ours?.p50 ?? Number.NaN)),
    ...(!work.alone && {
      throughputRatio: median(many.map((turn) => (turn.ours?.perSecond ?? 0) / (turn.limit?.perSecond ?? 0))),
      p50Ratio: median(single.map((turn) => (turn.ours?.p50 ?? 0) / (turn.limit?.p50 ?? 0))),
    }),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}
