import type { Pool } from '../../src/base/database/db.ts'
import type { Answer } from '../writeClient.ts'

/** The audit entry that an accepted request leaves of the record that its answer carries. */
const leaves: [RegExp, string][] = [
  [/^POST \/api\/all-orders\/$/, 'insert orders'],
  [/^PATCH \/api\/all-orders\//, 'update orders'],
  [/^POST \/api\/order-uploads\//, 'insert order_files'],
  [/^POST \/api\/users\/$/, 'insert users'],
  [/^PATCH \/api\/users\//, 'update users'],
  [/^POST \/api\/users\/.*\/coins\/$/, 'insert coin_entries'],
  [/^PATCH \/api\/staff_users\//, 'update staff_users'],
  [/^POST \/api\/save-purchased-voucher\/$/, 'insert purchased_vouchers'],
  [/^POST \/api\/void-purchased-voucher\/$/, 'update purchased_vouchers'],
  [/^POST \/api\/upload_vouchers\//, 'insert voucher_imports'],
  [/^POST \/coupon_app\/api\/coupons\/$/, 'insert coupons'],
  [/^PUT \/coupon_app\/api\/coupons\//, 'update coupons'],
  [/^POST \/api\/user-subscription-plans\/$/, 'insert user_subscription_plans'],
  [/^PATCH \/api\/user-subscription-plans\//, 'update user_subscription_plans'],
  [/^POST \/api\/payments\/$/, 'insert payments'],
  [/^POST \/api\/invoices\/$/, 'insert invoices'],
  [/^POST \/api\/till\/$/, 'insert till_entries'],
  [/^POST \/api\/hand-overs\/$/, 'insert hand_overs'],
  [/^POST \/api\/hand-overs\/.*\/(cancel|count|explain)\/$/, 'update hand_overs'],
  [/^POST \/api\/contact_us\/$/, 'insert leads'],
]

/** Inserted by these requests alone; files, coins and money come with others, too. */
const insertedAlone = leaves
  .map(([, entry]) => entry)
  .filter(
    (entry) =>
      entry.startsWith('insert') && !/order_files|coin_entries|payments|invoices|till_entries/.test(entry),
  )

const isUnexpected = (status: number) => [401, 403, 413, 429].includes(status) || status >= 500
const scanned = (path: string) => Number(/^\/\?qr_code=(\d+)$/.exec(path)?.[1])

/** The writes that the server acknowledged, by the audit entries that they must have left in their transactions. */
export class WriteLog {
  /** By "action table id": the versions of the record that were answered. */
  readonly #acknowledged = new Map<string, Set<unknown>>()
  readonly #scans = new Map<number, { requests: number; responses: number }>()
  /** Responses with a status that their request cannot have. */
  readonly unexpected: string[] = []

  /** Before a request, whose answer may be lost. */
  begin(path: string): void {
    const scans = this.#scans.get(scanned(path)) ?? { requests: 0, responses: 0 }
    this.#scans.set(scanned(path), { ...scans, requests: scans.requests + 1 })
  }

  add(method: string, path: string, { statusCode, body }: Answer): void {
    const scans = this.#scans.get(scanned(path))
    if (scans && statusCode === 302) scans.responses++
    if (isUnexpected(statusCode) && !(scans && statusCode === 503))
      this.unexpected.push(`${method} ${path}: ${statusCode} ${body.slice(0, 300)}`)
    const [, entry] = leaves.find(([request]) => request.test(`${method} ${path}`)) ?? []
    if (!entry || statusCode >= 300) return
    const { id, version } = JSON.parse(body) as { id: string; version?: number }
    const versions = this.#acknowledged.get(`${entry} ${id}`) ?? new Set()
    this.#acknowledged.set(`${entry} ${id}`, versions.add(version))
  }

  /** The number of acknowledged writes of each kind. */
  countByKind(): Record<string, number> {
    const counts: Record<string, number> = {
      scan: [...this.#scans.values()].reduce((sum, { responses }) => sum + responses, 0),
    }
    for (const [entry, versions] of this.#acknowledged) {
      const kind = entry.slice(0, entry.lastIndexOf(' '))
      counts[kind] = (counts[kind] ?? 0) + versions.size
    }
    return counts
  }

  get acknowledged(): number {
    return Object.values(this.countByKind()).reduce((sum, count) => sum + count)
  }

  /**
   * Compares with the database: what is lost, what is there twice. With `isWhole`, when every request was answered, a
   * record that was never acknowledged counts as a duplicate.
   */
  async compare(db: Pool, { isWhole }: { isWhole: boolean }) {
    // A lead has no entry, because nobody is signed in who could be named.
    const entries = await db<{ kind: string; id: string; times: number }[]>`
      select concat_ws(' ', action, entity) as kind, entity_id as id, count(*)::int as times
      from audit_entries group by 1, 2 union all select 'insert leads', id, 1 from leads`
    const times = new Map(entries.map((entry) => [`${entry.kind} ${entry.id}`, entry.times]))
    const lost = [...this.#acknowledged]
      .filter(([entry, versions]) => (times.get(entry) ?? 0) < versions.size)
      .map(([entry, versions]) => `${entry}: ${times.get(entry) ?? 0} of ${versions.size} changes`)
    const duplicated = entries
      .filter(
        ({ kind, id }) => isWhole && insertedAlone.includes(kind) && !this.#acknowledged.has(`${kind} ${id}`),
      )
      .map(({ kind, id }) => `${kind} ${id}, never acknowledged`)
    const stored = await db<{ code: number; rows: number }[]>`
      select q.code, count(s.id)::int as rows from qr_codes q left join scans s on s.qr_code_id = q.id group by 1`
    for (const { code, rows } of stored) {
      const { requests, responses } = this.#scans.get(code) ?? { requests: 0, responses: 0 }
      if (rows < responses) lost.push(`${responses - rows} scans of ${code}`)
      if (rows > requests) duplicated.push(`scans of ${code}`)
    }
    return { lost, duplicated }
  }
}
