import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFolderStorage } from '../../src/base/files/folderStorage.ts'
import { buildPrinter } from '../buildPrinting.ts'
import { buildPrintedOrder } from '../printers/printing.ts'
import { startTestPrinter, type TestPrinter } from '../printers/testPrinter.ts'
import { startShopProcess, withDatabase } from '../processes/shopProcess.ts'
import { createRandom } from './random.ts'

const admin = { email: 'admin@print.test', password: 'a long enough password' }

type Options = {
  jobs: number
  kills: number
  seed: number
  printers?: number
  print?: (line: string) => void
}

/** What is wrong with the jobs; nothing in a correct shop. */
export type PrintFindings = { lost: string[]; twice: string[]; miscounted: string[] }

const mostSides = 6

/** Kills a shop that prints again and again (the server, PostgreSQL or both): each job must come out of a printer once. */
export async function printTorture({ jobs, kills, seed, printers = 4, print = () => {} }: Options) {
  const random = createRandom(seed)
  const shop = await startShopProcess(admin, { PUBLIC_RATE_LIMIT: '100000000', PRINT_POLL_SECONDS: '0.1' })
  const devices = await Promise.all(Array.from({ length: printers }, () => startTestPrinter()))
  try {
    for (const device of devices) device.speed(20)
    const storage = await openFolderStorage(join(shop.dataDir, 'files'))
    const orders = await withDatabase(shop.databaseUrl(), async (db) => {
      for (const { uri } of devices) await buildPrinter(db, { uri })
      const made: string[] = []
      for (let n = 0; n < jobs; n++) {
        const pages = [1 + random.below(mostSides)]
        made.push((await buildPrintedOrder(db, storage, { pages, copies: 1 + random.below(2) })).id)
      }
      return made
    })
    const token = await shop.signIn()
    for (let from = 0; from < jobs; from += 100) {
      const reply = await fetch(`${shop.url}/api/print-jobs/`, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ orders: orders.slice(from, from + 100) }),
      })
      if (reply.status !== 201) throw new Error(`Printing answered ${reply.status}: ${await reply.text()}`)
    }
    const open = () =>
      withDatabase(shop.databaseUrl(), async (db) => {
        const [row] = await db<[{ open: number }]>`
          select count(*)::int as open from print_jobs where finished_at is null`
        return row.open
      })
    for (let kill = 1; kill <= kills; kill++) {
      // Each kill some jobs later, at any step of them.
      const until = Math.round(jobs * (1 - kill / (kills + 1)))
      while ((await open()) > until) await sleep(100)
      await sleep(random.below(300))
      const what = random.pick(['server', 'server', 'database', 'all'])
      if (what === 'database') shop.killPostgres()
      else {
        await (what === 'server' ? shop.killServer() : shop.killAll())
        await shop.reopen()
      }
      await reachable(open)
      print(`Print queue: kill ${kill} (${what}), ${await open()} of ${jobs} jobs left`)
    }
    while ((await open()) > 0) await sleep(200)
    return await withDatabase(shop.databaseUrl(), async (db) =>
      compare(
        await db<Printed[]>`
          select number::text as id, state, message, impressions_done, copies * impressions as total from print_jobs`,
        devices,
      ),
    )
  } finally {
    await shop.close()
    await Promise.all(devices.map((device) => device.close()))
  }
}

/** PostgreSQL takes some seconds to recover. */
async function reachable(attempt: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < 300; n++) {
    const isThere = await attempt().then(
      () => true,
      () => false,
    )
    if (isThere) return
    await sleep(200)
  }
  throw new Error('The database does not come back')
}

type Printed = { id: string; state: string; message: string | null; impressions_done: number; total: number }

/** Compares the jobs with what came out of the printers. */
function compare(jobs: readonly Printed[], devices: readonly TestPrinter[]): PrintFindings {
  const came = new Map<string, number[]>()
  for (const { name, impressions } of devices.flatMap((device) => device.jobs())) {
    const id = name.split('-')[0] ?? ''
    if (impressions > 0) came.set(id, [...(came.get(id) ?? []), impressions])
  }
  const findings: PrintFindings = { lost: [], twice: [], miscounted: [] }
  for (const { id, state, message, impressions_done, total } of jobs) {
    const sides = came.get(id) ?? []
    if (state !== 'done' || sides.length === 0) findings.lost.push(`${id}: ${state}, ${message}`)
    if (sides.length > 1 || (sides[0] ?? 0) > total) findings.twice.push(`${id}: ${sides.join(' and ')}`)
    if (impressions_done !== total) findings.miscounted.push(`${id}: ${impressions_done} of ${total}`)
  }
  return findings
}
