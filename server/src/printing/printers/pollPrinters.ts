import { isDeepStrictEqual } from 'node:util'
import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { Transaction } from '../../base/database/db.ts'
import { inJobTransaction } from '../../base/database/jobTransaction.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { tell } from '../../shop/push/tell.queries.ts'
import { IppError } from '../ipp/ippError.ts'
import { isMadeUp } from '../ipp/printerAddress.ts'
import { openConnection } from './openPrinter.ts'
import { type Connection, listWatched, saveSeen, saveStatus, type Watched } from './printers.queries.ts'

/** Short, so that a printer that is off costs nothing but a connection. */
const deadlines = { connectMs: 3_000, answerMs: 8_000 }
/** Seconds after which it is kept that a printer is still as it was. */
const keptSeconds = 60

type Resources = Pick<Dependencies, 'pool' | 'sealer' | 'place'>

/** Asks all active printers how they are, side by side: one that is dead delays no other. */
export async function pollPrinters(resources: Resources, signal?: AbortSignal): Promise<void> {
  if (!(await resources.place.isKnown())) return
  const printers = await listWatched(resources.pool)
  const real = printers.filter(({ uri }) => !isMadeUp(uri))
  await Promise.all(real.map((printer) => poll(resources, printer, signal)))
}

async function poll(resources: Resources, printer: Watched, signal?: AbortSignal): Promise<void> {
  const { pool } = resources
  const { status, isSeen } = await askStatus(resources, printer, printer.status, signal)
  if (signal?.aborted) return
  if (!isSame(status, printer.status))
    await inJobTransaction(pool, (tx) => keepStatus(tx, printer, status, isSeen))
  else if (isSeen && (printer.seconds_since_seen ?? keptSeconds) >= keptSeconds) await saveSeen(pool, printer)
}

/**
 * Keeps how a printer is. That it stopped is told once, by whoever sees it first: until it says that it prints again, also
 * where it is out of reach meanwhile.
 */
export async function keepStatus(
  tx: Transaction,
  printer: Connection,
  status: PrinterStatus,
  isSeen: boolean,
): Promise<void> {
  const [kept] = await saveStatus(tx, printer, status, isSeen)
  if (kept && status.state === 'stopped' && !isStopped(kept.before))
    await tell(tx, [{ kind: 'printer_stopped', record: printer.id }])
}

/** Its status now. Of one that does not answer: what it last said of itself, with the reason why it is out of reach. */
export async function askStatus(
  resources: Pick<Dependencies, 'sealer' | 'place'>,
  connection: Connection,
  last: PrinterStatus | null,
  signal?: AbortSignal,
): Promise<{ status: PrinterStatus; isSeen: boolean }> {
  try {
    const client = await openConnection(resources, connection, deadlines)
    try {
      return { status: await client.getPrinter(signal), isSeen: true }
    } finally {
      client.close()
    }
  } catch (error) {
    if (!(error instanceof IppError)) throw error
    const status = {
      ...(last ?? unknown),
      state: 'unreachable' as const,
      reasons: isStopped(last) ? [stopped] : [],
      message: error.message,
      accepts_jobs: false,
      queued_jobs: null,
      at: new Date().toISOString(),
    }
    return { status, isSeen: false }
  }
}

/** The reason that says of a printer out of reach that it was stopped before. */
const stopped = 'stopped'
const isStopped = (status: PrinterStatus | null) =>
  status !== null && (status.state === 'stopped' || status.reasons.includes(stopped))

const isSame = (one: PrinterStatus, other: PrinterStatus | null) =>
  other !== null && isDeepStrictEqual({ ...one, at: '' }, { ...other, at: '' })

/** Of a printer that never answered. */
const unknown: Omit<PrinterStatus, 'at' | 'state' | 'reasons' | 'message' | 'accepts_jobs' | 'queued_jobs'> =
  {
    make_and_model: null,
    color: false,
    duplex: false,
    paper_sizes: [],
    media_ready: [],
    finishings: [],
    document_formats: [],
    pages_per_minute: null,
    supplies: [],
    impressions_completed: null,
  }
