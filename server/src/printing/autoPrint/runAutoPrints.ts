import { randomUUID } from 'node:crypto'
import { preflightWarnings } from '@our-print/contract/printing/preflightWarnings.ts'
import type { PrintResult } from '@our-print/contract/printing/printJobs.ts'
import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable, type Transaction } from '../../base/database/db.ts'
import type { Resources } from '../../base/http/dependencies.ts'
import { Problem } from '../../base/http/problem.ts'
import { prepareTransaction } from '../../base/http/route.ts'
import type { Lease } from '../../base/queue/leases.ts'
import { createRunners } from '../../base/queue/runners.ts'
import * as history from '../../orders/orderHistory.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import type { PreflightDependencies } from '../preflight/preflightFile.ts'
import { preflightFile } from '../preflight/preflightFile.ts'
import { createPreflighter } from '../prepress/preflighter.ts'
import * as autoPrints from '../printJobs/autoPrints.queries.ts'
import { createJobs, readOrders } from '../printJobs/createJobs.ts'
import { findOrder } from '../sheets/sheets.queries.ts'

/** After so many failures in a row a person prints the order. */
const mostFailures = 8

/** Prints orders that were taken in, one at a time in the whole shop, whichever process does it. */
export function createAutoPrinter(resources: Resources, log: FastifyBaseLogger) {
  const { pool, place } = resources
  const preflighter = createPreflighter()
  const runners = createRunners(pool, log, {
    name: 'auto-print',
    most: 1,
    findDue: async () => ((await place.isKnown()) && (await autoPrints.findDue(pool)) ? ['all'] : []),
    run: (_, lease) => runAutoPrints({ ...resources, preflighter }, log, lease),
  })
  return {
    start: () => runners.start(),
    async stop(): Promise<void> {
      await runners.stop()
      await preflighter.close()
    },
  }
}

/** Prints orders until none is due. */
export async function runAutoPrints(
  dependencies: PreflightDependencies,
  log: FastifyBaseLogger,
  lease: Pick<Lease, 'isHeld'>,
): Promise<void> {
  while (lease.isHeld()) {
    const due = await autoPrints.findDue(dependencies.pool)
    if (!due) return
    await printOne(dependencies, log, due)
  }
}

async function printOne(
  dependencies: PreflightDependencies,
  log: FastifyBaseLogger,
  due: autoPrints.AutoPrint,
): Promise<void> {
  const { pool } = dependencies
  try {
    await print(dependencies, due)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const failures = await autoPrints.postpone(pool, due.order_id)
    if (!(error instanceof ChangedMeanwhile))
      log.error({ err: error, key: due.order_id }, 'an order did not print by itself')
    if (failures >= mostFailures) await giveUp(dependencies, due, 'Its files could not be checked.')
  }
}

/** Its options or files were changed since they were read. */
class ChangedMeanwhile extends Error {}

/**
 * Makes the jobs of an order, or notes why not. Its files are read before the transaction; in it the order leaves the
 * queue, so its jobs are made once, whichever process dies and when.
 */
async function print(dependencies: PreflightDependencies, due: autoPrints.AutoPrint): Promise<void> {
  const { order_id: order, created_by } = due
  const documents = await readOrders(dependencies, [order])
  const problem = await findProblem(dependencies, order)
  if (problem !== undefined) return giveUp(dependencies, due, problem)
  await finish(dependencies, due, async (tx, auto_printer) => {
    const choice = { orders: [order], printer: auto_printer, by_hand: false, hold: false }
    const [result] = await createJobs(tx, choice, documents, created_by, { is_automatic: true })
    if (!result || result.code === 'stale') throw new ChangedMeanwhile()
    await history.addAutoPrint(tx, order, result.ok, result.ok ? printedText(result) : (result.message ?? ''))
  })
}

/** Leaves an order to people, and says so in its history. */
const giveUp = (dependencies: PreflightDependencies, due: autoPrints.AutoPrint, why: string) =>
  finish(dependencies, due, (tx) => history.addAutoPrint(tx, due.order_id, false, why))

/** Takes an order from the queue with `work`, unless nobody wants it any more: a person was faster, or it is switched off. */
const finish = (
  { pool }: PreflightDependencies,
  { order_id }: autoPrints.AutoPrint,
  work: (tx: Transaction, printer: string | null) => PromiseLike<unknown>,
) =>
  pool.begin(async (tx) => {
    await prepareTransaction(tx, null, randomUUID(), { waitsForLocks: true })
    if (!(await autoPrints.take(tx, order_id)) || !(await autoPrints.isWanted(tx, order_id))) return
    const { auto_print, auto_printer } = await configurations.get(tx)
    if (auto_print) await work(tx, auto_printer)
  })

/** What a person should look at first: whatever the check of its files finds. */
async function findProblem(dependencies: PreflightDependencies, id: string): Promise<string | undefined> {
  const order = await findOrder(dependencies.pool, id)
  for (const file of order?.files ?? []) {
    const [warning] = await warningsOf(dependencies, file.id, order?.options.paper_size ?? 'A4')
    if (warning !== undefined) return `${file.name}: ${warning}`
  }
  return undefined
}

async function warningsOf(
  dependencies: PreflightDependencies,
  file: string,
  paper: Parameters<typeof preflightWarnings>[1],
): Promise<string[]> {
  try {
    return preflightWarnings(await preflightFile(dependencies, file), paper)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return [error.message]
  }
}

/** '2 print jobs for Brother HL-L6400' */
function printedText({ jobs }: PrintResult): string {
  const [first] = jobs
  return `${jobs.length === 1 ? '1 print job' : `${jobs.length} print jobs`} for ${first?.printer_data?.name ?? ''}`
}
