import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { defuseFormulas, quotedInCsv } from '@our-print/contract/csvCell.ts'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addEntry } from '../database/auditTrail.ts'
import type { Db, Fragment, Pool, Transaction } from '../database/db.ts'
import { defaultLimits } from './admission.ts'
import { type AlreadySent, alreadySent } from './route.ts'
import { WorkQueue } from './workQueue.ts'

// Few enough that formatting them does not block other requests.
const rowsPerFetch = 100
/** A snapshot that is open longer keeps the database from vacuuming. */
const maxExportMs = 15 * 60_000

export type CsvExports = ReturnType<typeof createCsvExports>

/**
 * Sends whole lists as CSV, few at a time and each in bounded memory, with an entry in the audit. `pool` is used for exports
 * only; `cancelPool` sends the cancel requests and writes that entry. A stalled client loses its place to one that waits; see WorkQueue.
 */
export function createCsvExports(
  { pool, cancelPool }: { pool: Pool; cancelPool: Pool },
  queue = new WorkQueue(defaultLimits.export),
  timeoutMs = maxExportMs,
) {
  // Not the driver's cancel(): it ends the process if the database cannot be reached, because nothing handles its error.
  const cancel = (pid: number) => cancelPool`select pg_cancel_backend(${pid})`.catch(() => {})

  /**
   * Responds with all rows of the statement, as a file named after the list and the shop's day. The columns are the item's
   * fields; a row with a column `json` is the text of a whole item. A cursor reads one snapshot as fast as the client receives it.
   */
  async function send(
    reply: FastifyReply,
    name: string,
    item: z.ZodObject,
    select: (db: Db) => Fragment,
  ): Promise<AlreadySent> {
    const release = await queue.enter(reply.raw)
    const deadline = setTimeout(() => reply.raw.destroy(), timeoutMs)
    const { promise: allRead, resolve: onRead } = Promise.withResolvers<void>()
    try {
      await pool.begin('isolation level repeatable read read only', async (tx) => {
        const batches = openCursor(tx, select(tx), cancel)
        // If the client goes away, the running statement is cancelled.
        const stop = () => {
          batches.stop()
          onRead()
        }
        if (reply.raw.closed) stop()
        else reply.raw.once('close', stop)
        // Before the response starts, so that a statement that fails gives an ordinary error response.
        const first = await batches.next()
        await traceExport(reply.request, name)
        const [{ day }] = await tx<[{ day: string }]>`select shop_day(now()) as day`
        void reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
        // For HEAD Fastify would read the whole stream.
        const isHead = reply.request.method === 'HEAD'
        // From here on an error aborts the response: it must not look complete.
        void reply.send(isHead ? '' : Readable.from(write(columnsOf(item), first, batches, onRead)))
        // The connection is released when the last row is read; the client may still be receiving.
        await allRead
      })
    } catch (error) {
      if (!reply.raw.headersSent && !reply.raw.destroyed) throw error
    } finally {
      clearTimeout(deadline)
      release()
    }
    return alreadySent
  }

  /** Who took which list, before the first byte leaves. Not in the export's transaction, which writes nothing. */
  async function traceExport({ actor, id, method, query }: FastifyRequest, name: string): Promise<void> {
    if (!actor || method === 'HEAD') return
    const { format: _, ...filters } = query as Record<string, unknown>
    await addEntry(cancelPool, {
      actor: actor.id,
      action: 'export',
      entity: name.replaceAll('-', '_'),
      after: filters,
      request_id: id,
    })
  }

  return { send }
}

type Batches = { next(): Promise<Row[]>; stop(): void }
type Row = Record<string, unknown>

/**
 * Declared in SQL, because for a cursor PostgreSQL plans for the first rows: it scans an index instead of sorting a million
 * rows on disk.
 */
function openCursor(tx: Transaction, select: Fragment, cancel: (pid: number) => Promise<unknown>): Batches {
  let pid = 0
  const state = { isFetching: false, isStopped: false }
  let cancelled: Promise<unknown> | undefined
  const declared = tx`declare listed no scroll cursor for ${select}`.execute()
  const pidRow = tx<[{ pid: number }]>`select pg_backend_pid() as pid`.execute()

  async function fetchRows(): Promise<Row[]> {
    state.isFetching = true
    try {
      // Not prepared: the same text fetches other columns from the next cursor.
      const rows = await tx.unsafe<Row[]>(`fetch ${rowsPerFetch} from listed`)
      return rows.map(({ json, ...row }) => (typeof json === 'string' ? (JSON.parse(json) as Row) : row))
    } finally {
      state.isFetching = false
      // A late cancel would hit the next statement of this connection.
      await cancelled
    }
  }

  return {
    next: async () => {
      await declared
      pid = (await pidRow)[0].pid
      if (state.isStopped) throw new Error('Nobody waits for this export any more')
      return fetchRows()
    },
    stop: () => {
      state.isStopped = true
      cancelled ??= cancelFetch()
    },
  }

  /** Repeats the cancel: one that arrives before the statement does nothing. */
  async function cancelFetch(): Promise<void> {
    while (state.isFetching) {
      await cancel(pid)
      await sleep(50)
    }
  }
}

/**
 * Starts with a byte order mark, without which spreadsheets do not read UTF-8; lines end with CRLF (RFC 4180). Calls
 * `onRead` when all rows are read, before the client sees the end and may request the next file.
 */
async function* write(
  columns: string[],
  first: Row[],
  batches: Batches,
  onRead: () => void,
): AsyncGenerator<string> {
  try {
    yield `\uFEFF${columns.join(',')}\r\n`
    for (let rows = first; rows.length > 0; rows = await batches.next()) {
      yield stringify(rows, { ...format, columns })
    }
  } finally {
    onRead()
  }
}

const format = {
  record_delimiter: '\r\n',
  // csv-stringify quotes a line break only if it is the record delimiter.
  quoted_match: quotedInCsv,
  // Not its `escape_formulas`, which looks at the first character of a cell only. Numbers stay numbers.
  cast: {
    string: defuseFormulas,
    boolean: String,
    object: (value: object) =>
      defuseFormulas(
        formatCell(
          Array.isArray(value) ? value : Object.entries(value).map(([name, said]) => `${name}: ${said}`),
        ),
      ),
  },
}

/** An array goes into one cell: its members, or their names, or all they say. */
const formatCell = (members: unknown[]) =>
  members
    .map((member) => {
      if (typeof member !== 'object' || member === null) return member
      return 'name' in member ? member.name : Object.values(member).join(' ')
    })
    .join('; ')

/** What a field is where it is not left out or null. */
const unwrap = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodNullable || field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? unwrap(field.unwrap() as z.ZodType)
    : field

/** The names of an item's fields; those of nested objects with a dot: `user_data.first_name`. */
export function columnsOf(item: z.ZodObject): string[] {
  return Object.entries(item.shape).flatMap(([name, field]) => {
    const inner = unwrap(field as z.ZodType)
    return inner instanceof z.ZodObject ? columnsOf(inner).map((column) => `${name}.${column}`) : [name]
  })
}
