import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Pool } from '../../server/src/database/db.ts'
import { compare, type Pace, type Side } from '../compare.ts'
import type { watchMachine } from '../machine.ts'
import { openSession } from '../openSession.ts'
import type { Bench } from '../parts/part.ts'
import type { Measured } from '../report/findings.ts'
import { printMeasured } from '../report/report.ts'
import { expectSameResponses, readMemory, type Server, startLimit, startOurs } from '../servers.ts'
import { byProcessor, growth, isReached, withRoom } from '../targets.ts'
import type { Shop, Work } from './work.ts'
import { searchesOn, worksOn } from './works.ts'

export type Plan = {
  pace: Pace
  machine: ReturnType<typeof watchMachine>
  isChosen: (name: string) => boolean
  /** Measures a work that misses its target, with room for noise, once more. */
  isQuick: boolean
  /** Judges a quick run by CPU time, because the machine is busy. */
  isByProcessor: boolean
}

/** Measures the chosen works at one size. */
export async function measureWorks(bench: Bench, orders: number, plan: Plan) {
  const { port, folder } = bench
  return withShop(await bench.seeded(orders), orders, async (shop, databaseUrl) => {
    const ours = await startOurs(databaseUrl, port, `${folder}server`)
    const limit = await startLimit(databaseUrl, port + 1, ours.url)
    try {
      console.log(`\n${orders.toLocaleString('en')} orders`)
      const measured: Measured[] = []
      for (const work of [...worksOn(shop), ...searchesOn(shop)].filter(({ name }) => plan.isChosen(name)))
        measured.push(await measureWork(bench, work, { ours, limit }, plan))
      return { orders, measured, memory: await readMemory(ours) }
    } finally {
      await Promise.all([ours.stop(), limit.stop()])
    }
  })
}

async function measureWork(
  bench: Bench,
  work: Work,
  { ours, limit }: { ours: Server; limit: Server },
  { pace, machine, isQuick, isByProcessor }: Plan,
): Promise<Measured> {
  const isCompared = work.beside === 'limit' && !work.responsesDiffer
  const other: Record<string, Side> = { limit: { server: limit, requests: work.requests } }
  const side =
    typeof work.beside === 'object' ? { server: ours, requests: work.beside.requests } : other[work.beside]
  const measured = await attempt(work, pace, machine, async () => {
    if (isCompared) await expectSameResponses(ours, limit, (await work.requests(1)).flat().slice(0, 50))
    const measure = () => compare({ server: ours, requests: work.requests }, side, bench, pace, work.clients)
    const figures = await measure()
    const judged = isByProcessor ? byProcessor(figures) : figures
    return isQuick && !isReached(judged, withRoom(work.target, isByProcessor)) ? measure() : figures
  })
  printMeasured(measured)
  return measured
}

/** Measures the chosen works, searches apart, at the largest size beside the smallest. */
export async function measureGrowth(bench: Bench, plan: Plan) {
  const { port, folder, sizes } = bench
  const [from = 0, to = 0] = [sizes[0], sizes.at(-1)]
  return withShop(await bench.seeded(from), from, async (little, littleUrl) =>
    withShop(await bench.seeded(to), to, async (much, muchUrl) => {
      const small = await startOurs(littleUrl, port, `${folder}server`)
      const large = await startOurs(muchUrl, port + 1, `${folder}largeServer`)
      try {
        console.log(`\nFrom ${from.toLocaleString('en')} to ${to.toLocaleString('en')} orders`)
        const works = worksOn(little)
        const measured: Measured[] = []
        for (const [index, work] of worksOn(much).entries()) {
          const same = works[index]
          if (!same || !plan.isChosen(work.name)) continue
          const done = await attempt({ ...work, target: growth }, plan.pace, plan.machine, () =>
            compare(
              { server: large, requests: work.requests },
              { server: small, requests: same.requests },
              bench,
              plan.pace,
              work.clients,
            ),
          )
          await same.tidy?.()
          printMeasured(done)
          measured.push(done)
        }
        return { from, to, measured }
      } finally {
        await Promise.all([small.stop(), large.stop()])
      }
    }),
  )
}

/** A failure of one work does not end the run. */
async function attempt(
  work: Work,
  pace: Pace,
  machine: Plan['machine'],
  measure: () => Promise<Measured['figures']>,
): Promise<Measured> {
  try {
    await machine.look(pace.warmUp)
    return { work, figures: await measure() }
  } catch (error) {
    return { work, failure: firstLine(error) }
  } finally {
    if (work.tidy) {
      // Requests that are still running end first.
      await sleep(1000)
      await work.tidy()
    }
  }
}

export const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? ''

async function withShop<T>(
  databaseUrl: string,
  orders: number,
  work: (shop: Shop, databaseUrl: string) => Promise<T>,
): Promise<T> {
  const db: Pool = connect(databaseUrl, { max: 2 })
  try {
    const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
    const token = await openSession(db, admin.id)
    return await work({ db, orders, headers: { authorization: `Token ${token}` } }, databaseUrl)
  } finally {
    await db.end()
  }
}
