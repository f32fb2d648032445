import type { Db } from '../../base/database/db.ts'
import { Problem, tooManyRequests } from '../../base/http/problem.ts'
import * as orderFiles from '../../orders/orderFiles.queries.ts'
import { customerActor } from './customerAccount.queries.ts'

// Files that people send without signing in, until an order or a request takes them: as long as anybody may fill the disk with.

const megabyte = 1024 * 1024
/** Of one network: six of the largest requests, as many as the shop's own Wi-Fi brings within an hour. */
const mostOfNetwork = 300 * megabyte
/** Of ten such networks: what each disk of a shop can spare. */
const mostInAll = 3000 * megabyte
/** A form that was begun is sent within minutes, or after a call in between: as long it is known whose its files are. */
export const keptMinutes = 60
const keptSeconds = keptMinutes * 60

/** Refuses files, of so many bytes together, that would be too much beside those that wait. */
export async function refuseMany(db: Db, network: string, bytes: number): Promise<void> {
  const [waiting] = await db<[{ of_network: number; in_all: number }]>`
    select coalesce(sum(f.size) filter (where v.network = ${network}), 0)::float8 as of_network,
      coalesce(sum(f.size), 0)::float8 as in_all
    from visitor_uploads v join order_files f on f.id = v.file_id and f.order_id is null and f.request_id is null`
  const message = 'Many files wait here just now. Please try again in an hour, or call the shop.'
  if (waiting.of_network + bytes > mostOfNetwork) throw tooManyRequests(message, keptSeconds)
  if (waiting.in_all + bytes > mostInAll)
    throw new Problem(503, 'many_files', message, { retryAfter: keptSeconds })
}

/** Adds the rows of stored files that came from a network; one after another, so that none passes a limit beside another. */
export async function create(db: Db, files: orderFiles.NewFile[], network: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('visitor uploads', 0))`
  await refuseMany(
    db,
    network,
    files.reduce((sum, { size }) => sum + size, 0),
  )
  await orderFiles.create(db, files)
  await db`
    insert into visitor_uploads (file_id, network)
    select id, ${network} from unnest(${files.map(({ id }) => id)}::uuid[]) id`
}

/** How many bytes files have together. */
export async function bytesOf(db: Db, ids: readonly string[]): Promise<number> {
  const [row] = await db<[{ bytes: number }]>`
    select coalesce(sum(size), 0)::float8 as bytes from order_files where id = any(${[...ids]}::uuid[])`
  return row.bytes
}

/** Removes what nobody has taken, and forgets whence the rest came. */
export async function sweep(db: Db): Promise<void> {
  await orderFiles.sweepUploads(db, keptSeconds, customerActor.id)
  await db`
    delete from visitor_uploads v using order_files f
    where f.id = v.file_id and (f.order_id is not null or f.request_id is not null)`
}
