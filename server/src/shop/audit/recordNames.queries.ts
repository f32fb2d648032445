import type { AuditEntry } from '@our-print/contract/shop/audit.ts'
import type { Db } from '../../base/database/db.ts'

type Entry = Omit<AuditEntry, 'names'>

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

const idsIn = ({ entity_id, before, after }: Entry): string[] => [
  entity_id,
  ...Object.values(before ?? {}).filter(isId),
  ...Object.values(after ?? {}).filter(isId),
]

/** Adds to each entry the names of the records whose ids it has. */
export async function withNames(db: Db, entries: Entry[]): Promise<AuditEntry[]> {
  const ids = [...new Set(entries.flatMap(idsIn))]
  const names = ids.length === 0 ? new Map<string, string>() : await namesOf(db, ids)
  return entries.map((entry) => ({
    ...entry,
    names: Object.fromEntries(
      idsIn(entry).flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    ),
  }))
}

async function namesOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    with ids as (select unnest(${ids}::uuid[]) as id)
    select id, full_name as name from staff_users where id in (select id from ids)
    union all select id, first_name || ' ' || last_name from users where id in (select id from ids)
    union all select id, number::text from orders where id in (select id from ids)
    union all select id, name from clients where id in (select id from ids)
    union all select id, name from leads where id in (select id from ids)
    union all select id, code from coupons where id in (select id from ids)
    union all select id, name from subscription_plans where id in (select id from ids)
    union all select id, code || ' · ' || company from qr_codes where id in (select id from ids)
    union all select i.id, c.name || ' · ' || i.voucher_detail
      from voucher_infos i join clients c on c.id = i.client_id where i.id in (select id from ids)
    union all select id, name from ability_sets where id in (select id from ids)
    union all select id, name from saved_views where id in (select id from ids)
    union all select id, name from order_files where id in (select id from ids)`
  return new Map(rows.map(({ id, name }) => [id, name.trim()]))
}
