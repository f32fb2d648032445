import type { PrintJob, reprintPrintJob } from '@our-print/contract/printing/printJobs.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { conflict, invalid } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import * as changes from './changeJobs.queries.ts'
import { rankPrinters } from './choosePrinter.ts'
import { findPrinters } from './createJobs.queries.ts'
import { frontOf } from './impressions.ts'
import { movedText } from './jobSentences.ts'
import { nameOf, say } from './printerQueue.queries.ts'
import * as printJobs from './printJobs.queries.ts'
import { addReprint, addRest } from './reprints.ts'

/** Refuses a printer that cannot print a job. One that cannot now keeps it until it can. */
async function checkPrinter(db: Db, job: PrintJob, id: string, copies = job.copies): Promise<void> {
  const { duplex, paper_size, color_impressions } = job
  const needs = { color: color_impressions > 0, duplex, paper_size, copies, parts: 1 }
  const printer = rankPrinters(needs, await findPrinters(db)).find((each) => each.id === id)
  if (!printer) throw invalid('printer', 'There is no such printer in use')
  if (!printer.is_able) throw invalid('printer', `${printer.name}: ${printer.why_not}`)
}

/** Tries a waiting job again now, or prints what an ended one did not. Returns the job that prints. */
export async function retry(db: Db, id: string, actor: Actor): Promise<PrintJob> {
  const job = await printJobs.get(db, id)
  if (job.state === 'held') throw conflict('This job is held. Release it.', 'held')
  if (await changes.hasten(db, id)) return printJobs.get(db, id)
  // What waits for a printer out of use may wait on; nothing new is given to it.
  if (job.printer) await checkPrinter(db, job, job.printer)
  return printJobs.get(db, await addRest(db, id, { printer: job.printer, created_by: actor.id }))
}

/** Prints a job, or what is missing of it, on another printer. Returns the job that prints there. */
export async function move(db: Db, id: string, printer: string, actor: Actor): Promise<PrintJob> {
  const job = await printJobs.get(db, id)
  await checkPrinter(db, job, printer)
  if (job.finished_at === null && job.printer === printer)
    throw conflict('The job is on this printer already.')
  if (await changes.move(db, id, printer)) return printJobs.get(db, id)
  const isBegun = await changes.endBegun(db, id)
  const rest = await addRest(db, id, { printer, created_by: actor.id, hold: isBegun && job.state === 'held' })
  if (isBegun) {
    const message = movedText(await nameOf(db, job.printer ?? printer), await nameOf(db, printer))
    await say(db, id, { message })
  }
  return printJobs.get(db, rest)
}

type Reprint = z.output<typeof reprintPrintJob.schema.body>

/** Prints the document of a finished job again, from a side on; on both sides from the front of its sheet. */
export async function reprint(db: Db, id: string, wanted: Reprint, actor: Actor): Promise<PrintJob> {
  const { from_impression, copies, reason, printer } = wanted
  const job = await printJobs.get(db, id)
  if (job.finished_at === null) throw conflict('This job is not finished. Cancel it first.', 'open')
  const { duplex, impressions } = job
  if (from_impression > impressions) {
    throw invalid(
      'from_impression',
      `The document has ${impressions} ${impressions === 1 ? 'side' : 'sides'}`,
    )
  }
  const target = printer ?? job.printer
  if (target) await checkPrinter(db, job, target, copies)
  const extent = { copies, duplex, impressions, first_impression: frontOf(from_impression, duplex) }
  const making = { reason, printer: target, created_by: actor.id }
  return printJobs.get(db, await addReprint(db, id, extent, making))
}
