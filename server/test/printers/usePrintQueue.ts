import type { PrintJob, PrintResult } from '@our-print/contract/printing/printJobs.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { createLogger } from '../../src/app/start/logger.ts'
import { createPrintQueue } from '../../src/printing/printJobs/runPrintQueue.ts'
import { useApi } from '../api.ts'
import { buildPrinter } from '../buildPrinting.ts'
import { until } from '../until.ts'
import { buildPrintedOrder } from './printing.ts'
import { startTestPrinter, type TestPrinter } from './testPrinter.ts'

export const jobsUrl = '/api/print-jobs/'

/** A shop whose queue prints on test printers: for each test a printer, "Laser", and a running queue. */
export function usePrintQueue() {
  const api = useApi()
  const admin = api.as('admin')
  const closing: (() => unknown)[] = []
  const shop = { printer: undefined as TestPrinter | undefined, laser: '' }

  beforeEach(async () => {
    // What production and stock keep of them goes, too.
    await api.db`truncate print_jobs cascade`
    await api.db`select recount_figures()`
    await api.db`delete from printers`
    const printer = await usePrinter()
    shop.printer = printer
    shop.laser = (await buildPrinter(api.db, { name: 'Laser', uri: printer.uri })).id
    runQueue()
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function usePrinter(options?: Parameters<typeof startTestPrinter>[0]): Promise<TestPrinter> {
    const started = await startTestPrinter(options)
    closing.push(() => started.close())
    return started
  }

  /** Another printer of the shop. */
  async function addPrinter(options?: Parameters<typeof startTestPrinter>[0], name = 'Second') {
    const other = await usePrinter(options)
    return Object.assign(other, { id: (await buildPrinter(api.db, { name, uri: other.uri })).id })
  }

  /** What a server process does by itself. */
  function runQueue() {
    const log = createLogger('error', process.stderr)
    const queue = createPrintQueue({ dependencies: api.resources, log, pollSeconds: 0.02 })
    const state = { isOpen: true }
    const loop = (async () => {
      while (state.isOpen) {
        await queue.start()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    closing.push(async () => {
      state.isOpen = false
      await loop
      await queue.stop()
    })
  }

  async function print(id: string, more: object = {}): Promise<PrintJob> {
    const reply = await admin.post(jobsUrl, { orders: [id], printer: shop.laser, ...more })
    expect([reply.statusCode, reply.json().results?.[0]]).toMatchObject([201, { ok: true }])
    const [job] = reply.json<{ results: PrintResult[] }>().results[0]?.jobs ?? []
    if (!job) throw new Error('No job was made')
    return job
  }

  const get = async (id: string) => (await admin.get(`${jobsUrl}${id}/`)).json<PrintJob>()

  return {
    api,
    admin,
    addPrinter,
    print,
    get,
    /** The printer that is called Laser. */
    printer(): TestPrinter {
      if (!shop.printer) throw new Error('No test has begun')
      return shop.printer
    },
    laser: () => shop.laser,
    order: (fields?: Parameters<typeof buildPrintedOrder>[2]) =>
      buildPrintedOrder(api.db, api.resources.storage, fields),
    isIn: (id: string, ...states: PrintJob['state'][]) =>
      until(`job is ${states.join(' or ')}`, async () => states.includes((await get(id)).state)),
    isStopped: (id: string, after: number) =>
      until(`job is stopped after ${after}`, async () => {
        const { state, impressions_done } = await get(id)
        return state === 'stopped' && impressions_done === after
      }),
    act: (id: string, action: string, body?: object) => admin.post(`${jobsUrl}${id}/${action}/`, body),
    /** What came out of the printer: sides, of jobs that have a document. */
    printed: (from = shop.printer) => from?.jobs().filter(({ document }) => document) ?? [],
  }
}
