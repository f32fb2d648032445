import type { PushKind } from '@our-print/contract/shop/pushKinds.ts'
import type { Db } from '../../base/database/db.ts'

/** Something that happened, of which devices are told. */
export type Fact = {
  kind: PushKind
  record: string | null
  /** Who is told; the super admins where nobody is named. */
  person?: string
}

/**
 * Queues what devices are told, in the transaction in which it happens: so each fact is told once, or did not happen. Nobody is
 * told what they did. Several orders that a person gets at once are one message.
 */
export async function tell(db: Db, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return
  await db`
    insert into push_messages (subscription, kind, record, number, many)
    select s.id, f.kind, case when f.many = 1 then f.record end, case when f.many = 1 then o.number end, f.many
    from (
      select kind, person, min(record::text)::uuid as record, count(*)::int as many
      from unnest(${facts.map(({ kind }) => kind)}::text[], ${facts.map(({ record }) => record)}::uuid[],
        ${facts.map(({ person }) => person ?? null)}::uuid[]) f (kind, record, person)
      group by kind, person
    ) f
    join staff_users p on p.is_active and (p.id = f.person or f.person is null and p.is_superuser)
    join push_subscriptions s on s.person = p.id and f.kind = any(s.kinds)
    left join orders o on o.id = f.record
    where p.id is distinct from event_author()`
}
