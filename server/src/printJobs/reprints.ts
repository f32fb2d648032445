import type { Db } from '../database/db.ts'
import { conflict, notFound } from '../http/problem.ts'
import { insert } from './createJobs.queries.ts'
import { type Extent, replacedSides, restOf, totalOf } from './impressions.ts'
import { type LockedJob, lockChain, waste } from './reprints.queries.ts'

type Making = { reason: string; printer: string | null; created_by: string; hold?: boolean }

const findIn = (chain: readonly LockedJob[], id: string): LockedJob => {
  const job = chain.find((each) => each.id === id)
  if (!job) throw notFound('Print job')
  return job
}

/** Adds a job that prints sides of another one's document again. Sides that it replaces become waste. */
export async function addReprint(db: Db, of: string, extent: Extent, making: Making): Promise<string> {
  return add(db, await lockChain(db, of), of, extent, making)
}

/** Adds a job for what a cancelled or failed one did not print; refused if that is printed or in the queue. */
export async function addRest(db: Db, of: string, making: Omit<Making, 'reason'>): Promise<string> {
  const chain = await lockChain(db, of)
  const job = findIn(chain, of)
  const [root] = chain
  const expected = chain.reduce(
    (sum, each) => sum + (each.is_finished ? each.impressions_done : totalOf(each)) - each.impressions_wasted,
    0,
  )
  const rest = restOf(job)
  if (!rest || !root || expected >= totalOf(root)) {
    throw conflict('All sides of this job are printed or in the queue.', 'nothing_missing')
  }
  return add(db, chain, of, rest, { ...making, reason: `The rest of job ${job.number}` })
}

async function add(db: Db, chain: LockedJob[], of: string, extent: Extent, making: Making): Promise<string> {
  const job = findIn(chain, of)
  const { reason, printer, created_by, hold } = making
  const total = totalOf(extent)
  for (const { id, sides } of replacedSides(chain, of, total)) await waste(db, id, sides)
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
    cover: false,
    color_impressions: job.color_impressions,
    impressions_done: isByHand ? total : 0,
    reprint_of: of,
    reprint_reason: reason,
    created_by,
  })
}
