import type { Db } from '../../base/database/db.ts'

/** Whether the last day of a key `k` is over. */
export const isExpired = (db: Db) => db`coalesce(k.expires_on < (select shop_day(now())), false)`

/**
 * Whether a key `k` of its maker `m` is valid. That of a super admin outlives their account; one that anybody else made ends
 * when they are deactivated or may no longer manage keys.
 */
export const isValid = (db: Db) => db`
  (not ${isExpired(db)} and (m.is_superuser or (m.is_active and exists (
    select from ability_sets a where a.id = m.ability_set and 'keys' = any(a.abilities)))))`
