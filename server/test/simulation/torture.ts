import { join } from 'node:path'
import { openFolderStorage } from '../../src/base/files/folderStorage.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { type ShopProcess, startShopProcess, withDatabase } from '../processes/shopProcess.ts'
import { createRandom } from './random.ts'
import { type Simulation, startSimulation } from './simulation.ts'

const admin = { email: 'admin@print.test', password: 'a long enough password' }

type Options = {
  kills: number
  seed: number
  /** The number of kills between two checks. */
  checkEvery?: number
  /** The number of concurrent workers. */
  people?: number
  print?: (line: string) => void
}

/** The findings; a correct shop has none. */
export type Findings = {
  lost: string[]
  duplicated: string[]
  unexpected: string[]
  drifted: Record<string, unknown>
}

const isRight = ({ lost, duplicated, unexpected, drifted }: Findings) =>
  lost.length + duplicated.length + unexpected.length + Object.keys(drifted).length === 0

/**
 * Kills a running shop again and again (the server, PostgreSQL or both) and checks that every acknowledged write is
 * stored once. A control run with asynchronous commits must lose something; otherwise the check would not notice a loss.
 */
export async function torture({ kills, seed, checkEvery = 25, people = 10, print = () => {} }: Options) {
  const random = createRandom(seed)
  const shop = await startShopProcess(admin, { PUBLIC_RATE_LIMIT: '100000000' })
  try {
    const resume = (simulation: Simulation) => withDatabase(shop.databaseUrl(), (db) => simulation.resume(db))
    const since = Date.now()
    const simulation = startSimulation({ url: shop.url, token: await shop.signIn(), seed, people })
    await resume(simulation)
    const findings: Findings = {
      lost: [],
      duplicated: [],
      unexpected: simulation.log.unexpected,
      drifted: {},
    }
    let done = 0
    while (done < kills && isRight(findings)) {
      for (let n = 0; n < checkEvery && done < kills; n++, done++) {
        await simulation.runMore(random.below(people * 2))
        await killProcess(shop, random.pick(['server', 'server', 'database', 'all']))
      }
      await simulation.pause()
      Object.assign(findings, await check(shop, simulation.log, true))
      const { cut, refused, inUse } = simulation.counts
      const seconds = Math.round((Date.now() - since) / 1000)
      print(
        `${done} kills in ${seconds} s: ${simulation.actionCount()} actions, ${simulation.log.acknowledged} writes acknowledged, ` +
          `${findings.lost.length} lost, ${findings.duplicated.length} duplicated, ` +
          `${Object.keys(findings.drifted).length} invariants broken (${cut} cut off, ${refused} refused, ${inUse} still running)`,
      )
      await resume(simulation)
    }
    await simulation.stop()
    const kinds = simulation.log.countByKind()
    const { acknowledged } = simulation.log
    print(`Acknowledged: ${JSON.stringify(kinds)}`)
    // The control run loses sessions too, and its 401 are expected: they must not count.
    const [unexpected, right] = [[...findings.unexpected], isRight(findings)]
    const control = await runControl()
    return { findings: { ...findings, unexpected }, isRight: right, kinds, acknowledged, control }

    /** Several attempts: PostgreSQL may have flushed its WAL just before the kill. */
    async function runControl(): Promise<number> {
      await commitAsynchronously(shop)
      for (let attempt = 1; ; attempt++) {
        const token = await shop.signIn()
        const { log } = simulation
        const unsafe = startSimulation({ url: shop.url, token, seed: seed + attempt, people, log })
        await resume(unsafe)
        await unsafe.runMore(40)
        await shop.killAll()
        await unsafe.abandon()
        await shop.reopen()
        const { lost } = await check(shop, log, false)
        print(`Control with synchronous_commit=off, ${attempt} kills: ${lost.length} lost`)
        if (lost.length > 0 || attempt === 5) return lost.length
      }
    }
  } finally {
    await shop.close()
  }
}

async function killProcess(shop: ShopProcess, what: 'server' | 'database' | 'all'): Promise<void> {
  // The server stays up and restarts PostgreSQL itself.
  if (what === 'database') return shop.killPostgres()
  if (what === 'server') await shop.killServer()
  else await shop.killAll()
  return shop.reopen()
}

/** Compares acknowledged writes with the stored rows, and every counter with its rows. */
async function check(shop: ShopProcess, log: Simulation['log'], isWhole: boolean) {
  const storage = await openFolderStorage(join(shop.dataDir, 'files'))
  return withDatabase(shop.databaseUrl(), async (db) => ({
    ...(await log.compare(db, { isWhole })),
    drifted: await findBrokenInvariants(db, storage),
  }))
}

/** From now on a commit is acknowledged before it is on disk. */
const commitAsynchronously = (shop: ShopProcess) =>
  withDatabase(shop.superuserUrl(), async (db) => {
    await db`alter database our_print set synchronous_commit = off`
    // The WAL writer must not flush it in the background either.
    await db`alter system set wal_writer_delay = '10s'`
    await db`alter system set wal_writer_flush_after = '1GB'`
    await db`select pg_reload_conf()`
    await db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'our_print' and pid <> pg_backend_pid()`
  })
