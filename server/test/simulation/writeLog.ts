import type { Db, Pool } from '../../src/base/database/db.ts'
import type { Storage } from '../../src/base/files/storage.ts'
import type { Reply } from './shopClient.ts'

export type Kind =
  | 'order'
  | 'customer'
  | 'coins'
  | 'sold voucher'
  | 'coupon'
  | 'plan'
  | 'lead'
  | 'upload'
  | 'import'
type Recorded = { kind: Kind; name: string; id: string; state: string }

/** The writes that the server acknowledged: each by a unique name, with its id and the state it must have. */
export class WriteLog {
  readonly #recorded = new Map<string, Recorded>()
  readonly #refused = new Set<string>()
  readonly #scanRequests = new Map<number, number>()
  readonly #scanResponses = new Map<number, number>()
  /** Responses with a status that their request cannot have. */
  readonly unexpected: string[] = []
  /** Names that the server gave to two records. */
  readonly #duplicateNames: string[] = []

  record(kind: Kind, name: string, id: string, state = ''): void {
    const known = this.#recorded.get(`${kind} ${name}`)
    if (known && known.id !== id) this.#duplicateNames.push(`${kind} ${name}`)
    this.#recorded.set(`${kind} ${name}`, { kind, name, id, state })
  }

  /** Records the status of an order after a move. */
  recordStatus(id: string, status: string): void {
    for (const record of this.#recorded.values())
      if (record.kind === 'order' && record.id === id) record.state = status
  }

  recordRefusal(kind: Kind, name: string): void {
    this.#refused.add(`${kind} ${name}`)
  }

  countScanRequest = (code: number) =>
    void this.#scanRequests.set(code, (this.#scanRequests.get(code) ?? 0) + 1)
  countScanResponse = (code: number) =>
    void this.#scanResponses.set(code, (this.#scanResponses.get(code) ?? 0) + 1)

  expectStatus(reply: Reply, status: number, what: string): boolean {
    if (reply.status === status) return true
    this.recordUnexpected(what, reply)
    return false
  }

  recordUnexpected(what: string, { status, body }: Reply): void {
    this.unexpected.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }

  get acknowledged(): number {
    return this.#recorded.size + [...this.#scanResponses.values()].reduce((sum, count) => sum + count, 0)
  }

  /** The number of acknowledged writes of each kind. */
  countByKind(): Record<string, number> {
    const counts: Record<string, number> = { scan: this.acknowledged - this.#recorded.size }
    for (const { kind } of this.#recorded.values()) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }

  /**
   * Compares with the database: what is lost, what is there twice. With `isWhole`, when every request was answered, a
   * row that was never acknowledged counts as a duplicate too.
   */
  async compare(db: Pool, { isWhole, storage }: { isWhole: boolean; storage: Storage }) {
    const rows = (await db`${writtenRows(db)}`) as unknown as Recorded[]
    const byName = Map.groupBy(rows, ({ kind, name }) => `${kind} ${name}`)
    const lost: string[] = []
    const duplicated: string[] = [...this.#duplicateNames]
    for (const [name, { id, state }] of this.#recorded) {
      const found = byName.get(name)?.find((row) => row.id === id)
      if (!found) lost.push(name)
      else if (state !== '' && found.state !== state) lost.push(`${name}: ${state} became ${found.state}`)
    }
    for (const [name, found] of byName) {
      // A retried upload may leave a second file without an order, which the sweep deletes after a day.
      if (found[0]?.kind === 'upload') {
        if (found.filter(({ state }) => state === 'taken').length > 1) duplicated.push(name)
        continue
      }
      if (found.length > 1) duplicated.push(name)
      else if (isWhole && !this.#recorded.has(name)) duplicated.push(`${name}, never acknowledged`)
      if (this.#refused.has(name)) duplicated.push(`${name}, which was refused`)
    }
    const uploads = await db<{ id: string; name: string; storage_key: string; size: number }[]>`
      select id, name, storage_key, size from order_files where name like 'T-%'`
    for (const { id, name, storage_key, size } of uploads) {
      const isAcknowledged = this.#recorded.get(`upload ${name}`)?.id === id
      if (isAcknowledged && (await storage.size(storage_key)) !== size)
        lost.push(`the bytes of upload ${name}`)
    }
    const scans = await db<{ code: number; rows: number }[]>`
      select q.code, count(s.id) as rows from qr_codes q left join scans s on s.qr_code_id = q.id group by 1`
    for (const { code, rows: count } of scans) {
      const missing = (this.#scanResponses.get(code) ?? 0) - count
      if (missing > 0) lost.push(`${missing} scans of ${code}`)
      if (count > (this.#scanRequests.get(code) ?? 0)) duplicated.push(`scans of ${code}`)
    }
    return { lost, duplicated }
  }
}

/** Every row that the simulation can have written. */
const writtenRows = (db: Db) => db`
  select 'order' as kind, title as name, id, status as state from orders where title like 'T-%'
  union all select 'customer', first_name, id, '' from users where first_name like 'T-%'
  union all select 'coins', reason, id, trim_scale(delta / 100.0)::text from coin_entries where reason like 'T-%'
  union all
  select 'sold voucher', voucher_code, id, case when voided_at is null then 'sold' else 'voided' end from purchased_vouchers
  union all select 'coupon', name, id, '' from coupons where name like 'T-%'
  union all
  select 'plan', id::text, id, '' from user_subscription_plans where created_at > (
    select max(at) from coin_entries where reason = 'Gift')
  union all select 'lead', subject, id, '' from leads where subject like 'T-%'
  union all select 'upload', name, id, case when order_id is null then 'free' else 'taken' end from order_files where name like 'T-%'
  union all
  select 'import', i.voucher_detail, i.import_id, count(v.id)::text
  from voucher_infos i join vouchers v on v.voucher_info_id = i.id where i.voucher_detail like 'T-%' group by 1, 2, 3`
