import { setTimeout as pause } from 'node:timers/promises'
import type { Lease } from '../../base/queue/leases.ts'
import { type IppClient, type IppDocument, ippUser } from '../ipp/ippClient.ts'
import { IppError } from '../ipp/ippError.ts'
import type { IppJob, JobOptions } from '../ipp/ippJobs.ts'
import { isName } from '../ipp/jobName.ts'
import { type SheetDependencies, withDocument } from '../sheets/documents.ts'
import type { CoverDependencies } from './coverPage.ts'
import { judgeSent } from './judgeSent.ts'
import * as queue from './printerQueue.queries.ts'

export interface PrintWork {
  dependencies: CoverDependencies & SheetDependencies
  client: IppClient
  lease: Lease
  /** The printer's name. */
  printer: string
}

type Named = Pick<queue.ActiveJob, 'id' | 'number'>

/**
 * Each try has its own name at the printer, so that an answer about it is never about another one. What makes it unique
 * comes first and is short, because printers shorten names: the number, the try, and a part of the id, as other shops may
 * use the same printer.
 */
export const ippNameOf = ({ id, number }: Named, what: number | 'cover') =>
  `${number}-${what}-${id.slice(-6)} Our Print`

/** The job as its printer knows it. A printer that was reset may have given its number to another job. */
export async function findSent(client: IppClient, job: queue.ActiveJob): Promise<IppJob | undefined> {
  const name = ippNameOf(job, job.tries)
  const byId = job.ipp_job_id ? await askAbout(() => client.getJob(job.ipp_job_id ?? 0)) : undefined
  if (byId && (byId.name === '' || isName(byId.name, name))) return byId
  return askAbout(() => client.findJob(name))
}

/** A printer that does not say how a job is has not refused it: it may print it, and is asked again. */
async function askAbout<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof IppError) || error.kind !== 'refused' || error.status === notSupported) throw error
    throw asBusy(error)
  }
}

const notSupported = 'server-error-operation-not-supported'
const asBusy = (error: IppError) =>
  new IppError('busy', error.message, { ...(error.status && { status: error.status }), cause: error })

/**
 * Sends a job's document, unless the printer has it. Whatever process began it, and wherever it ended: what is true is
 * asked of the printer first. See docs/decisions/038-print-jobs.md.
 */
export async function sendJob(work: PrintWork, job: queue.ActiveJob): Promise<IppJob | 'lost' | undefined> {
  const { client } = work
  if (job.tries > 0) {
    let known = await findSent(client, job)
    let verdict = judgeSent(job.sent_at !== null, known)
    if (verdict === 'drop' && known) {
      known = await cancelAt(client, known.id)
      // The printer had not the whole document, and gets none of it any more.
      verdict = judgeSent(false, known)
      // Still busy with it: looked at again later.
      if (verdict === 'drop') return undefined
    }
    if (verdict === 'lost') return 'lost'
    if (verdict === 'arrived' || verdict === 'ended') return known
  } else {
    await checkPrinter(work)
  }
  return sendDocument(work, job)
}

/** Before anything is begun: a printer that does not answer as printers do has not got the job, which may go elsewhere. */
async function checkPrinter({ client, lease, printer }: PrintWork): Promise<void> {
  try {
    await client.getPrinter(lease.signal)
  } catch (error) {
    if (!(error instanceof IppError) || error.kind !== 'refused') throw error
    throw new IppError('busy', `There is no printer at the address of ${printer}.`, { cause: error })
  }
}

/** Cancels a job and waits until the printer has let go of it. */
export async function cancelAt(client: IppClient, id: number): Promise<IppJob | undefined> {
  await client.cancelJob(id).catch((error: unknown) => {
    // It has just ended by itself.
    if (!(error instanceof IppError) || error.kind !== 'refused') throw error
  })
  for (let n = 0; ; n++) {
    const job = await askAbout(() => client.getJob(id))
    const isOver = !job || ['canceled', 'aborted', 'completed'].includes(job.state)
    if (isOver || n === 20) return job
    await pause(250)
  }
}

const colorModes = { bw: 'monochrome', color: 'color', mixed: 'auto' } as const
type Media = 'A4' | 'A3' | 'Letter'

async function sendDocument(work: PrintWork, job: queue.ActiveJob): Promise<IppJob | undefined> {
  const { dependencies, client, lease } = work
  const { pool } = dependencies
  const { order_id, file_id, duplex, copies, impressions, first_impression } = job
  const { number, file: fileName } = await queue.findTicket(pool, job.id)
  return withDocument(dependencies, order_id, file_id, async (path) => {
    // Only now: a ticket whose document cannot be made would lie in front of another job.
    if (job.cover) await sendCover(work, job)
    const tries = lease.isHeld() ? await queue.beginTry(pool, job) : undefined
    // Another runner has it, or it is cancelled.
    if (tries === undefined) return undefined
    const name = ippNameOf(job, tries)
    const created = await begin(client, {
      name,
      user: ippUser,
      copies,
      duplex: duplex
        ? job.binding_edge === 'short'
          ? 'two-sided-short-edge'
          : 'two-sided-long-edge'
        : 'one-sided',
      colorMode: job.color_impressions > 0 ? colorModes[job.color] : 'monochrome',
      media: job.paper_size as Media,
      impressions: impressions - first_impression + 1,
      ...(first_impression > 1 && { pageRanges: [[first_impression, impressions]] }),
    })
    const isOurs = lease.isHeld() && (await queue.beginDocument(pool, job, created.id || null))
    if (!isOurs) {
      // Without a document it prints nothing; the printer is only freed of it.
      if (created.id > 0) await client.cancelJob(created.id).catch(() => {})
      return undefined
    }
    const file = { path, name: fileName ?? `Order ${number}`, format: 'application/pdf' }
    return deliver(work, created.id, file, () => queue.noteUnsent(pool, job))
  })
}

/** Sends the document of a job that was begun, or of the ticket in front of it. `noteUnsent`: the printer surely has it not. */
async function deliver(
  { client, lease }: PrintWork,
  id: number,
  file: IppDocument,
  noteUnsent: () => PromiseLike<unknown>,
): Promise<IppJob> {
  try {
    return await client.sendDocument(id, file, lease.signal)
  } catch (error) {
    if (error instanceof IppError && isTurnedAway(error)) await noteUnsent()
    if (!(error instanceof IppError) || error.kind !== 'refused') throw error
    await client.cancelJob(id).catch(() => {})
    // The job was cancelled meanwhile, or the printer was reset.
    if (unsentStatuses.includes(error.status ?? '')) {
      await noteUnsent()
      throw new IppError('busy', 'The printer dropped the job before it had its document.')
    }
    throw error
  }
}

/** Begins a job. A fault of the printer before it has any document is of no job, and would end all that wait behind this one. */
async function begin(client: IppClient, options: JobOptions): Promise<IppJob> {
  try {
    return await client.createJob(options)
  } catch (error) {
    if (!(error instanceof IppError) || error.status !== 'server-error-internal-error') throw error
    throw asBusy(error)
  }
}

/** Whether a printer takes the document later, and surely has not got it now. After a jam it may have. */
const isTurnedAway = ({ kind, status }: IppError) =>
  kind === 'busy' && status !== undefined && status !== 'server-error-device-error'

const unsentStatuses = ['client-error-not-found', 'client-error-gone', 'client-error-not-possible']

/** The job ticket, as a job of its own: so the printer's counts are those of the document. */
async function sendCover(work: PrintWork, job: queue.ActiveJob): Promise<void> {
  const { dependencies, client, lease } = work
  const name = ippNameOf(job, 'cover')
  const known = await askAbout(() => client.findJob(name))
  const verdict = judgeSent(job.cover_sent_at !== null, known)
  // One that the printer has forgotten is printed, most likely: better no ticket than two.
  if (verdict !== 'send' && verdict !== 'drop') return
  if (verdict === 'drop' && known) await cancelAt(client, known.id)
  // Loaded with the first cover: it draws PDFs.
  const { withCover } = await import('./coverPage.ts')
  await withCover(dependencies, job, async (path) => {
    const { id } = await begin(client, {
      name,
      user: ippUser,
      copies: 1,
      duplex: 'one-sided',
      colorMode: 'monochrome',
      media: job.paper_size as Media,
      impressions: 1,
    })
    const isOurs = lease.isHeld() && (await queue.beginCover(dependencies.pool, job))
    if (!isOurs) {
      if (id > 0) await client.cancelJob(id).catch(() => {})
      return
    }
    const ticket = { path, name, format: 'application/pdf' }
    await deliver(work, id, ticket, () => queue.noteCoverUnsent(dependencies.pool, job))
  })
}
