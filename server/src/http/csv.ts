import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Db, Fragment, Pool, Transaction } from '../database/db.ts'
import { defaultLimits } from './admission.ts'
import { type Answered, answered } from './route.ts'
import { WorkQueue } from './workQueue.ts'

// Few enough that writing them keeps no other request waiting.
const rowsAtOnce = 100
/** A snapshot that is held longer keeps the database from tidying up. */
const longestExport = 15 * 60_000

export type CsvExports = ReturnType<typeof createCsvExports>

/**
 * Sends whole lists as CSV, few at a time and each in bounded memory. The pool is for exports alone; the other one
 * cancels what nobody waits for. A reader that has stalled gives its place to one who waits; see WorkQueue.
 */
export function createCsvExports(
  { pool, cancelPool }: { pool: Pool; cancelPool: Pool },
  queue = new WorkQueue(defaultLimits.export),
  longest = longestExport,
) {
  // The driver's own cancel ends the process when the database cannot be reached, as nobody waits for it.
  const cancel = (pid: number) => cancelPool`select pg_cancel_backend(${pid})`.catch(() => {})

  /**
   * Answers a request with all that the statement selects, as a file named for the list and the shop's day. Columns
   * are the item's fields. One snapshot is read by a cursor, as fast as the client takes it.
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
        // A search that is under way is ended when nobody waits for it any more.
        const stop = () => {
          batches.stop()
          onRead()
        }
        if (reply.raw.closed) stop()
        else reply.raw.once('close', stop)
        // Before anything is sent, so that a statement that fails is answered as any other.
        const first = await batches.next()
        const [{ day }] = await tx<[{ day: string }]>`select shop_day(now()) as day`
        void reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
        // The framework would read a stream to its end to answer HEAD.
        const isHead = reply.request.method === 'HEAD'
        // From here on, what fails breaks the stream off: it must not end as if it were whole.
        void reply.send(isHead ? '' : Readable.from(write(columnsOf(item), first, batches, onRead)))
        // The connection is free when the last row is read; what is left the client takes at its own pace.
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
 * A cursor that is declared in SQL, as PostgreSQL then plans for the first rows and not for the last: it walks down an
 * index rather than sort a million rows on disk.
 */
function openCursor(tx: Transaction, select: Fragment, cancel: (pid: number) => Promise<unknown>): Batches {
  let pid = 0
  const state = { isFetching: false, isStopped: false }
  let cancelled: Promise<unknown> | undefined
  const declared = tx`declare listed no scroll cursor for ${select}`.execute()
  const told = tx<[{ pid: number }]>`select pg_backend_pid() as pid`.execute()

  async function fetchRows(): Promise<Row[]> {
    state.isFetching = true
    try {
      // Not prepared: the same words fetch other columns from the next cursor.
      return await tx.unsafe<Row[]>(`fetch ${rowsAtOnce} from listed`)
    } finally {
      state.isFetching = false
      // Late, it would hit whatever the connection does next.
      await cancelled
    }
  }

  return {
    next: async () => {
      await declared
      pid = (await told)[0].pid
      if (state.isStopped) throw new Error('Nobody waits for this export any more')
      return fetchRows()
    },
    stop: () => {
      state.isStopped = true
      cancelled ??= cancelFetch()
    },
  }

  /** Again and again: a cancel that overtakes the statement on its way to the database does nothing. */
  async function cancelFetch(): Promise<void> {
    while (state.isFetching) {
      await cancel(pid)
      await sleep(50)
    }
  }
}

/**
 * With a byte order mark, or spreadsheets read UTF-8 as something else; lines end as RFC 4180 says. Tells when no more
 * rows are read, which is before the client sees the end: it may ask for the next file at once.
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
  // A text that a spreadsheet would run is led by an apostrophe; numbers stay numbers.
  escape_formulas: true,
  cast: { boolean: String, object: (value: object) => (Array.isArray(value) ? toCell(value) : '') },
}

/** A list within a row takes one cell: its members, or their names. */
const toCell = (members: unknown[]) =>
  members
    .map((member) =>
      typeof member === 'object' && member !== null && 'name' in member ? member.name : member,
    )
    .join('; ')

/** The names of an item's fields, those of objects within it with a dot: `user_data.first_name`. */
export function columnsOf(item: z.ZodObject): string[] {
  return Object.entries(item.shape).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodNullable ? field.unwrap() : field
    return inner instanceof z.ZodObject ? columnsOf(inner).map((column) => `${name}.${column}`) : [name]
  })
}
