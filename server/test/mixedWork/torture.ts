import { join } from 'node:path'
import { openFolderStorage } from '../../src/files/folderStorage.ts'
import { findWhatDoesNotAddUp } from '../everythingAddsUp.ts'
import { type KillableShop, openKillableShop, withDatabase } from '../killableShop.ts'
import { createChance } from './chance.ts'
import { startMixedWork } from './mixedWork.ts'
import { buildScene } from './scene.ts'

const admin = { email: 'admin@print.test', password: 'a long enough password' }

type Wanted = {
  kills: number
  seed: number
  /** After so many kills everything is counted. */
  checkEvery?: number
  /** So many people at work. */
  people?: number
  tell?: (line: string) => void
}

/** What was found wrong; all of it empty is what is wanted. */
export type Wrong = { lost: string[]; doubled: string[]; strange: string[]; drifted: Record<string, unknown> }

const isRight = ({ lost, doubled, strange, drifted }: Wrong) =>
  lost.length + doubled.length + strange.length + Object.keys(drifted).length === 0

/**
 * Kills a shop at work, the server, PostgreSQL or both, again and again, and counts what it had acknowledged. Then it
 * does the same once to a shop whose commits are not waited for: if that loses nothing, the count sees nothing.
 */
export async function torture({ kills, seed, checkEvery = 25, people = 10, tell = () => {} }: Wanted) {
  const chance = createChance(seed)
  const shop = await openKillableShop(admin, { PUBLIC_RATE_LIMIT: '100000000' })
  try {
    const scene = await withDatabase(shop.databaseUrl(), (db) => buildScene(db))
    const begin = async () =>
      startMixedWork({ url: shop.url, token: await shop.signIn(), scene, seed, people })
    const since = Date.now()
    const work = await begin()
    const wrong: Wrong = { lost: [], doubled: [], strange: work.ledger.strange, drifted: {} }
    let done = 0
    while (done < kills && isRight(wrong)) {
      for (let n = 0; n < checkEvery && done < kills; n++, done++) {
        await work.more(chance.below(people * 2))
        await killSomething(shop, chance.pick(['server', 'server', 'database', 'all']))
      }
      await work.pause()
      Object.assign(wrong, await count(shop, work.ledger, true))
      const { cut, refused, inUse } = work.counts
      const seconds = Math.round((Date.now() - since) / 1000)
      tell(
        `${done} kills in ${seconds} s: ${work.acts()} things done, ${work.ledger.acknowledged} writes acknowledged, ` +
          `${wrong.lost.length} lost, ${wrong.doubled.length} doubled, ` +
          `${Object.keys(wrong.drifted).length} counters wrong (${cut} cut off, ${refused} refused, ${inUse} still running)`,
      )
      work.resume()
    }
    await work.stop()
    const kinds = work.ledger.kinds()
    const { acknowledged } = work.ledger
    tell(`Acknowledged: ${JSON.stringify(kinds)}`)
    return { wrong, isRight: isRight(wrong), kinds, acknowledged, control: await loseSomething() }

    /** More than once where need be: PostgreSQL may have written its log by itself just before the kill. */
    async function loseSomething(): Promise<number> {
      await commitWithoutWaiting(shop)
      for (let attempt = 1; ; attempt++) {
        const token = await shop.signIn()
        const { ledger } = work
        const careless = startMixedWork({ url: shop.url, token, scene, seed: seed + attempt, people, ledger })
        await careless.more(40)
        await shop.killAll()
        await careless.abandon()
        await shop.reopen()
        const { lost } = await count(shop, ledger, false)
        tell(`Control with synchronous_commit=off, ${attempt} kills: ${lost.length} lost`)
        if (lost.length > 0 || attempt === 5) return lost.length
      }
    }
  } finally {
    await shop.close()
  }
}

async function killSomething(shop: KillableShop, what: 'server' | 'database' | 'all'): Promise<void> {
  // The server lives on and starts it again by itself.
  if (what === 'database') return shop.killPostgres()
  if (what === 'server') await shop.killServer()
  else await shop.killAll()
  return shop.reopen()
}

/** What people were told, against what is there; and every counter against its rows. */
async function count(
  shop: KillableShop,
  ledger: ReturnType<typeof startMixedWork>['ledger'],
  isWhole: boolean,
) {
  const storage = await openFolderStorage(join(shop.dataDir, 'files'))
  return withDatabase(shop.databaseUrl(), async (db) => ({
    ...(await ledger.compare(db, { isWhole, storage })),
    drifted: await findWhatDoesNotAddUp(db, storage),
  }))
}

/** From now on what is acknowledged is in memory only for a while. */
export const commitWithoutWaiting = (shop: KillableShop) =>
  withDatabase(shop.superuserUrl(), async (db) => {
    await db`alter database our_print set synchronous_commit = off`
    // Nor does anybody else write the log meanwhile.
    await db`alter system set wal_writer_delay = '10s'`
    await db`alter system set wal_writer_flush_after = '1GB'`
    await db`select pg_reload_conf()`
    await db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'our_print' and pid <> pg_backend_pid()`
  })
