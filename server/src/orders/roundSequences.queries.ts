import type { Db } from '../base/database/db.ts'

type Sequence = { orders: readonly string[]; happened_at: string }

/** Keeps in which sequence a person goes, unless a later one is here already. No clock makes one of the future. */
export const save = (db: Db, person: string, { orders, happened_at }: Sequence) => db`
  insert into round_sequences as s (staff_user, orders, happened_at)
  values (${person}, ${[...orders]}, least(${happened_at}::timestamptz, now()))
  on conflict (staff_user) do update set orders = excluded.orders, happened_at = excluded.happened_at
    where s.happened_at <= excluded.happened_at`
