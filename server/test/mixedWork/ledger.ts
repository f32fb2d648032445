import type { Db, Pool } from '../../src/database/db.ts'
import type { Storage } from '../../src/files/storage.ts'
import type { Reply } from './ask.ts'

export type Kind = 'order' | 'customer' | 'coins' | 'claim' | 'coupon' | 'plan' | 'lead' | 'upload' | 'import'
type Kept = { kind: Kind; name: string; id: string; state: string }

/** What people were told: each write by a name that only it has, by its id, and by how it must stand there. */
export class Ledger {
  readonly #kept = new Map<string, Kept>()
  readonly #refused = new Set<string>()
  readonly #tried = new Map<number, number>()
  readonly #answered = new Map<number, number>()
  /** Answers that nobody expected. */
  readonly strange: string[] = []
  /** Names that were given to two different things. */
  readonly givenTwice: string[] = []

  keep(kind: Kind, name: string, id: string, state = ''): void {
    const known = this.#kept.get(`${kind} ${name}`)
    if (known && known.id !== id) this.givenTwice.push(`${kind} ${name}`)
    this.#kept.set(`${kind} ${name}`, { kind, name, id, state })
  }

  /** An order has moved. */
  stands(id: string, status: string): void {
    for (const kept of this.#kept.values()) if (kept.kind === 'order' && kept.id === id) kept.state = status
  }

  refused(kind: Kind, name: string): void {
    this.#refused.add(`${kind} ${name}`)
  }

  scanTried = (code: number) => void this.#tried.set(code, (this.#tried.get(code) ?? 0) + 1)
  scanAnswered = (code: number) => void this.#answered.set(code, (this.#answered.get(code) ?? 0) + 1)

  expect(reply: Reply, status: number, what: string): boolean {
    if (reply.status === status) return true
    this.unexpected(what, reply)
    return false
  }

  unexpected(what: string, { status, body }: Reply): void {
    this.strange.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }

  get acknowledged(): number {
    return this.#kept.size + [...this.#answered.values()].reduce((sum, count) => sum + count, 0)
  }

  /** How many there are of each kind. */
  kinds(): Record<string, number> {
    const counts: Record<string, number> = { scan: this.acknowledged - this.#kept.size }
    for (const { kind } of this.#kept.values()) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }

  /**
   * What the database has lost of this, has twice, or has besides. Where everyone was answered (`isWhole`), it holds
   * nothing that nobody was told of.
   */
  async compare(db: Pool, { isWhole, storage }: { isWhole: boolean; storage: Storage }) {
    const rows = (await db`${written(db)}`) as unknown as Kept[]
    const byName = Map.groupBy(rows, ({ kind, name }) => `${kind} ${name}`)
    const lost: string[] = []
    const doubled: string[] = [...this.givenTwice]
    for (const [name, { id, state }] of this.#kept) {
      const found = byName.get(name)?.find((row) => row.id === id)
      if (!found) lost.push(name)
      else if (state !== '' && found.state !== state) lost.push(`${name}: ${state} became ${found.state}`)
    }
    for (const [name, found] of byName) {
      // A file that no order takes is swept after a day: what an upload that was cut off leaves is no second one.
      if (found[0]?.kind === 'upload') {
        if (found.filter(({ state }) => state === 'taken').length > 1) doubled.push(name)
        continue
      }
      if (found.length > 1) doubled.push(name)
      else if (isWhole && !this.#kept.has(name)) doubled.push(`${name}, of which nobody was told`)
      if (this.#refused.has(name)) doubled.push(`${name}, which was refused`)
    }
    const uploads = await db<{ id: string; name: string; storage_key: string; size: number }[]>`
      select id, name, storage_key, size from order_files where name like 'T-%'`
    for (const { id, name, storage_key, size } of uploads) {
      const isTold = this.#kept.get(`upload ${name}`)?.id === id
      if (isTold && (await storage.size(storage_key)) !== size) lost.push(`the bytes of upload ${name}`)
    }
    const scans = await db<{ code: number; rows: number }[]>`
      select q.code, count(s.id) as rows from qr_codes q left join scans s on s.qr_code_id = q.id group by 1`
    for (const { code, rows: count } of scans) {
      const missing = (this.#answered.get(code) ?? 0) - count
      if (missing > 0) lost.push(`${missing} scans of ${code}`)
      if (count > (this.#tried.get(code) ?? 0)) doubled.push(`scans of ${code}`)
    }
    return { lost, doubled }
  }
}

/** All that such people can have written. */
const written = (db: Db) => db`
  select 'order' as kind, title as name, id, status as state from orders where title like 'T-%'
  union all select 'customer', first_name, id, '' from users where first_name like 'T-%'
  union all select 'coins', reason, id, trim_scale(delta / 100.0)::text from coin_entries where reason like 'T-%'
  union all
  select 'claim', voucher_code, id, case when voided_at is null then 'bought' else 'void' end from purchased_vouchers
  union all select 'coupon', name, id, '' from coupons where name like 'T-%'
  union all
  select 'plan', id::text, id, '' from user_subscription_plans where created_at > (
    select max(at) from coin_entries where reason = 'Gift')
  union all select 'lead', subject, id, '' from leads where subject like 'T-%'
  union all select 'upload', name, id, case when order_id is null then 'free' else 'taken' end from order_files where name like 'T-%'
  union all
  select 'import', i.voucher_detail, i.import_id, count(v.id)::text
  from voucher_infos i join vouchers v on v.voucher_info_id = i.id where i.voucher_detail like 'T-%' group by 1, 2, 3`
