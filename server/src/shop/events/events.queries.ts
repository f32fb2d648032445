import type { Db, Pool } from '../../base/database/db.ts'

/** One change. `staff_user` has the order now, `previous_user` had it before. */
export type ShopEvent = {
  /** Grows in the sequence in which the changes could first be seen. */
  id: number
  name: string
  entity: string
  record: string
  version: number
  staff_user: string | null
  previous_user: string | null
  at: string
  made_by: string | null
}

/** Gives queued changes their places among the events; returns the newest id. */
export async function publish(pool: Pool): Promise<number> {
  const [{ newest }] = await pool<[{ newest: number }]>`select publish_events() as newest`
  return newest
}

/** The events after an id, oldest first. */
export const readAfter = (db: Db, id: number, limit: number) => db<ShopEvent[]>`
  select id, name, entity, record, version, staff_user, previous_user, at, made_by
  from events where id > ${id} order by id limit ${limit}`

/** The last id that was dropped. */
export async function getDropped(db: Db): Promise<number> {
  const [{ dropped }] = await db<[{ dropped: number }]>`select dropped from event_horizon`
  return dropped
}

const perSweep = 5000

/** Drops events that are older than an hour, in portions, so that no transaction is long. */
export async function sweep(db: Db): Promise<void> {
  for (;;) {
    const [{ gone }] = await db<[{ gone: number }]>`
      with old as (
        select id, at from events order by id limit ${perSweep}
      ), gone as (
        delete from events e using old where e.id = old.id and old.at < now() - interval '1 hour' returning e.id
      ), noted as (
        update event_horizon set dropped = greatest(dropped, (select max(id) from gone)) where exists (select from gone))
      select count(*)::int as gone from gone`
    if (gone < perSweep) return
  }
}
