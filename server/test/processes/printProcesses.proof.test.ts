import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolderStorage } from '../../src/base/files/folderStorage.ts'
import type { Storage } from '../../src/base/files/storage.ts'
import { buildPrinter } from '../buildPrinting.ts'
import { useDatabase } from '../database.ts'
import { type FaultPoint, openFaultProxy } from '../printers/faultProxy.ts'
import { buildPrintedOrder } from '../printers/printing.ts'
import { startTestPrinter } from '../printers/testPrinter.ts'
import { until } from '../until.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'

// Two real server processes that print, and are killed or stopped in the middle.

const database = useDatabase({ migrated: false })
let shop: SeveralServers
let storage: Storage
let token = ''
const closing: (() => unknown)[] = []

beforeAll(async () => {
  shop = await startServers(2, database.url, { PRINT_POLL_SECONDS: '0.05' })
  storage = await openFolderStorage(shop.files)
  token = await signIn(shop.servers[0]?.url ?? '')
})
afterAll(async () => {
  await shop?.close()
  await storage?.close()
  for (const close of closing) await close()
})

/** A printer behind a proxy that holds a request. */
async function usePrinter(point?: FaultPoint) {
  const printer = await startTestPrinter()
  const proxy = await openFaultProxy(printer.uri, point)
  closing.push(
    () => proxy.close(),
    () => printer.close(),
  )
  return { printer, proxy, id: (await buildPrinter(database.db, { uri: proxy.uri })).id }
}
type Used = Awaited<ReturnType<typeof usePrinter>>

/** The numbers of the jobs that were made. */
async function print(
  server: number,
  printer: string,
  pages: number,
  orders = 1,
  more: object = {},
): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: orders }, () => buildPrintedOrder(database.db, storage, { pages: [pages] })),
  )
  const reply = await fetch(`${shop.servers[server]?.url}/api/print-jobs/`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ orders: made.map(({ id }) => id), printer, ...more }),
  })
  const text = await reply.text()
  if (reply.status !== 201) throw new Error(text)
  const { results } = JSON.parse(text) as { results: { jobs: { number: number }[] }[] }
  expect([reply.status, results.flatMap(({ jobs }) => jobs).length]).toEqual([201, orders])
  return results.flatMap(({ jobs }) => jobs.map(({ number }) => String(number)))
}

const allDone = () =>
  until(
    'all is printed',
    async () => {
      const [row] = await database.db<[{ open: number }]>`
        select count(*)::int as open from print_jobs where state <> 'done'`
      return row.open === 0
    },
    { interval: 200 },
  )

/** Of each job of ours the sides that came out, in all tries at its printer. */
function sidesOf({ printer }: Used): Map<string, number[]> {
  const sides = new Map<string, number[]>()
  for (const { name, impressions } of printer.jobs()) {
    const job = /^(\d+(-cover)?)-/.exec(name)?.[1] ?? name
    if (impressions > 0) sides.set(job, [...(sides.get(job) ?? []), impressions])
  }
  return sides
}

const points: FaultPoint[] = [
  { operation: 'Get-Printer-Attributes', when: 'before' },
  { operation: 'Create-Job', when: 'before' },
  { operation: 'Create-Job', when: 'after' },
  { operation: 'Send-Document', when: 'half' },
  { operation: 'Send-Document', when: 'after' },
]

test('killed at any step, each job is printed once', async () => {
  const used = await Promise.all(points.map(usePrinter))
  // Held when it has the job ticket, before it gets the document.
  const covered = await usePrinter({ operation: 'Send-Document', when: 'after' })
  const busy = await usePrinter()
  busy.printer.speed(20)
  const jobs: [Used, string[]][] = []
  // Some more wait behind the one at which the process is killed.
  for (const each of used) jobs.push([each, await print(0, each.id, 3, 5)])
  const [withCover = ''] = await print(0, covered.id, 3, 1, { cover: true })
  await Promise.all([...used, covered].map(({ proxy }) => proxy.reached))
  jobs.push([busy, await print(0, busy.id, 40)])
  await until('it prints', () => busy.printer.impressions() > 3)
  await Promise.all(shop.servers.map((server) => server.kill()))
  for (const { proxy } of [...used, covered]) proxy.release()
  await Promise.all(shop.servers.map((server) => server.reopen()))
  await allDone()
  for (const [printer, ids] of jobs) {
    const pages = printer === busy ? 40 : 3
    expect(sidesOf(printer)).toEqual(new Map(ids.map((id) => [id, [pages]])))
  }
  expect(sidesOf(covered)).toEqual(
    new Map([
      [`${withCover}-cover`, [1]],
      [withCover, [3]],
    ]),
  )
  const counts = await database.db`select distinct impressions_done from print_jobs order by 1`
  expect(counts.map(({ impressions_done }) => impressions_done)).toEqual([3, 40])
})

test('a process that sleeps for long does not send what another one has sent meanwhile', async () => {
  const [first, second] = shop.servers
  await second?.kill()
  const created = await usePrinter({ operation: 'Create-Job', when: 'after' })
  const uncreated = await usePrinter({ operation: 'Create-Job', when: 'before' })
  const used = [created, uncreated]
  const ids = await Promise.all(used.map(({ id }) => print(0, id, 3)))
  await Promise.all(used.map(({ proxy }) => proxy.reached))
  process.kill(first?.pid() ?? 0, 'SIGSTOP')
  await second?.reopen()
  await allDone()
  process.kill(first?.pid() ?? 0, 'SIGCONT')
  for (const { proxy } of used) proxy.release()
  const emptied = () => used.every(({ printer }) => printer.jobs().every(({ state }) => state !== 'pending'))
  await until('the first process has let go of its jobs', emptied)
  for (const [index, each] of used.entries()) {
    expect(sidesOf(each)).toEqual(new Map(ids[index]?.map((id) => [id, [3]])))
  }
})
