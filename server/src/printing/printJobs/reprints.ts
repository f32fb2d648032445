import { orderChanged } from '@our-print/contract/printing/printJobStates.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'
import { insert } from './createJobs.queries.ts'
import {
  askedOf,
  type Extent,
  exceeds,
  expectedOf,
  openOf,
  replacedSides,
  restOf,
  totalOf,
} from './impressions.ts'
import { type LockedJob, type LockedJobs, lockChain, waste } from './reprints.queries.ts'

type Making = { reason: string; printer: string | null; created_by: string; hold?: boolean; cover?: boolean }

const findIn = (chain: readonly LockedJob[], id: string): LockedJob => {
  const job = chain.find((each) => each.id === id)
  if (!job) throw notFound('Print job')
  return job
}

/** Adds a job that prints sides of another one's document again. Sides that it replaces become waste. */
export async function addReprint(db: Db, of: string, extent: Extent, making: Making): Promise<string> {
  return add(db, await lockUsed(db, of), of, extent, making)
}

/** Adds a job for what a cancelled or failed one did not print; refused if that is printed or in the queue. */
export async function addRest(db: Db, of: string, making: Omit<Making, 'reason'>): Promise<string> {
  const rest = await addMissing(db, of, making)
  if (rest === undefined)
    throw conflict('All sides of this job are printed or in the queue.', 'nothing_missing')
  return rest
}

/** The same; undefined if nothing is missing. */
export async function addMissing(
  db: Db,
  of: string,
  making: Omit<Making, 'reason'>,
): Promise<string | undefined> {
  const locked = await lockUsed(db, of)
  const { chain, others } = locked
  const job = findIn(chain, of)
  const rest = restOf(job)
  const missing = orderedOf(locked, job) - expectedOf([...chain, ...others]) + job.given_back
  if (!rest || missing <= 0 || expectedOf(chain) - job.given_back >= askedOf(chain, of)) return undefined
  // Not what other jobs have printed meanwhile.
  const copies = Math.min(rest.copies, Math.ceil((missing * rest.copies) / totalOf(rest)))
  return add(
    db,
    locked,
    of,
    { ...rest, copies },
    { ...making, reason: `The rest of job ${job.number}`, cover: lacksTicket(job, making.printer) },
  )
}

/** Whether the job ticket of a job that printed nothing is not printed either, or lies at another printer. */
const lacksTicket = (
  { cover, has_ticket, impressions_done, printer_id }: LockedJob,
  printer: string | null,
) => cover && impressions_done === 0 && (!has_ticket || printer !== printer_id)

async function lockUsed(db: Db, id: string): Promise<LockedJobs> {
  const locked = await lockChain(db, id)
  if (locked.order.status === 'cancelled') throw conflict('The order is cancelled.', 'cancelled')
  if (findIn(locked.chain, id).reasons.includes(orderChanged)) {
    throw conflict('The order was changed since. Print the order itself.', 'order_changed')
  }
  return locked
}

/** Sides of the document that the order asks for, all copies. */
const orderedOf = ({ order }: LockedJobs, { impressions }: LockedJob) => order.copies * impressions

async function add(db: Db, locked: LockedJobs, of: string, extent: Extent, making: Making): Promise<string> {
  const { order, chain, others } = locked
  const job = findIn(chain, of)
  const { reason, printer, created_by, hold, cover = false } = making
  const total = totalOf(extent)
  const ordered = orderedOf(locked, job)
  if (extent.copies > order.copies) {
    throw invalid('copies', `The order has ${order.copies} ${order.copies === 1 ? 'copy' : 'copies'}`)
  }
  if (exceeds(ordered, total, openOf([...chain, ...others]))) {
    throw conflict('It is in the queue already. Wait for its job, or cancel it first.', 'printed')
  }
  const replaced = replacedSides(chain, of, total, others, ordered)
  for (const { id, sides } of replaced) await waste(db, id, sides)
  const isByHand = printer === null
  return insert(db, {
    ...extent,
    order_id: job.order_id,
    file_id: job.file_id,
    printer_id: printer,
    state: isByHand ? 'done' : hold ? 'held' : 'queued',
    binding_edge: job.binding_edge,
    color: job.color,
    paper_size: job.paper_size,
    cover: cover && !isByHand,
    color_impressions: job.color_impressions,
    impressions_done: isByHand ? total : 0,
    reprint_of: of,
    reprint_reason: reason,
    created_by,
    replaces: Object.fromEntries(replaced.map(({ id, sides }) => [id, sides])),
  })
}
