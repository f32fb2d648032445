import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Db, Fragment, Pool, Transaction } from '../database/db.ts'
import { defaultLimits } from './admission.ts'
import { type Answered, answered } from './route.ts'
import { WorkQueue } from './workQueue.ts'

// Few, so that formatting them does not delay other requests.
const batchSize = 100
/** In milliseconds. A snapshot that is open longer keeps PostgreSQL from vacuuming. */
const longestExport = 15 * 60_000

export type CsvExports = ReturnType<typeof createCsvExports>

/**
 * Sends whole lists as CSV, few at a time and each in bounded memory. `pool` is for exports only; `cancelPool` cancels
 * their statements. A stalled response is aborted when another export waits; see WorkQueue.
 */
export function createCsvExports(
  { pool, cancelPool }: { pool: Pool; cancelPool: Pool },
  queue = new WorkQueue(defaultLimits.export),
  longest = longestExport,
) {
  // The driver's own cancel ends the process when the database is unreachable, by an unhandled rejection.
  const cancel = (pid: number) => cancelPool`select pg_cancel_backend(${pid})`.catch(() => {})

  /**
   * Responds with all rows of the statement, as a file named after the list and the shop's day. Its columns are the
   * fields of `item`. A cursor reads one snapshot, as fast as the client reads the response.
   */
  async function send(
    reply: FastifyReply,
    name: string,
    item: z.ZodObject,
    select: (db: Db) => Fragment,
  ): Promise<Answered> {
    const release = await queue.enter(reply.raw)
    const deadline = setTimeout(() => reply.raw.destroy(), longest)
    const { promise: read, resolve: onRead } = Promise.withResolvers<void>()
    try {
      await pool.begin('isolation level repeatable read read only', async (tx) => {
        const batches = openCursor(tx, select(tx), cancel)
        // Ends a running statement when the client has disconnected.
        const stop = () => {
          batches.stop()
          onRead()
        }
        if (reply.raw.closed) stop()
        else reply.raw.once('close', stop)
        // Fetched before anything is sent, so that a failing statement gets a normal error response.
        const first = await batches.next()
        const [{ day }] = await tx<[{ day: string }]>`select shop_day(now()) as day`
        void reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
        // For HEAD, Fastify would read the stream to its end.
        const isHead = reply.request.method === 'HEAD'
        // From here on, an error aborts the stream, so that the file does not look complete.
        void reply.send(isHead ? '' : Readable.from(write(columnsOf(item), first, batches, onRead)))
        // The database connection is free after the last row; the client reads the rest at its own pace.
        await read
      })
    } catch (error) {
      if (!reply.raw.headersSent && !reply.raw.destroyed) throw error
    } finally {
      clearTimeout(deadline)
      release()
    }
    return answered
  }

  return { send }
}

type Batches = { next(): Promise<Row[]>; stop(): void }
type Row = Record<string, unknown>

/**
 * A cursor declared in SQL, because PostgreSQL then plans for the first rows: it reads an index instead of sorting a
 * million rows on disk.
 */
function openCursor(tx: Transaction, select: Fragment, cancel: (pid: number) => Promise<unknown>): Batches {
  let pid = 0
  const state = { isFetching: false, isStopped: false }
  let cancelled: Promise<unknown> | undefined
  const declared = tx`declare listed no scroll cursor for ${select}`.execute()
  const backend = tx<[{ pid: number }]>`select pg_backend_pid() as pid`.execute()

  async function fetchRows(): Promise<Row[]> {
    state.isFetching = true
    try {
      // Not prepared, because the same statement returns other columns for the next cursor.
      return await tx.unsafe<Row[]>(`fetch ${batchSize} from listed`)
    } finally {
      state.isFetching = false
      // A late cancel would hit the next statement of the connection.
      await cancelled
    }
  }

  return {
    next: async () => {
      await declared
      pid = (await backend)[0].pid
      if (state.isStopped) throw new Error('Nobody waits for this export any more')
      return fetchRows()
    },
    stop: () => {
      state.isStopped = true
      cancelled ??= cancelFetch()
    },
  }

  /** Repeats, because a cancel that arrives before its statement does nothing. */
  async function cancelFetch(): Promise<void> {
    while (state.isFetching) {
      await cancel(pid)
      await sleep(50)
    }
  }
}

/**
 * With a byte order mark, or spreadsheets would not read it as UTF-8; lines end as in RFC 4180. Calls `onRead` after the
 * last row, before the client sees the end, because it may request the next file at once.
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
  // Puts an apostrophe before text that a spreadsheet would execute; numbers stay numbers.
  escape_formulas: true,
  cast: { boolean: String, object: (value: object) => (Array.isArray(value) ? toCell(value) : '') },
}

/** A list within a row becomes one cell: its members, or their names. */
const toCell = (members: unknown[]) =>
  members
    .map((member) =>
      typeof member === 'object' && member !== null && 'name' in member ? member.name : member,
    )
    .join('; ')

/** The field names of an item; those of nested objects with a dot: `user_data.first_name`. */
export function columnsOf(item: z.ZodObject): string[] {
  return Object.entries(item.shape).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodNullable ? field.unwrap() : field
    return inner instanceof z.ZodObject ? columnsOf(inner).map((column) => `${name}.${column}`) : [name]
  })
}
