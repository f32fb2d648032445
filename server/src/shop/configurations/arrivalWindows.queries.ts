import { type ArrivalWindow, offeredDays } from '@our-print/contract/orders/arrivalWindows.ts'
import { weekdays } from '@our-print/contract/shop/openingHours.ts'
import { timeInJson } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'

/**
 * The shop's windows that can be agreed now: on days on which it works, not begun, and not full. An order `except` takes no
 * place of its own window.
 */
export const freeWindows = (db: Db, except: string | null = null): Promise<ArrivalWindow[]> => db<
  ArrivalWindow[]
>`
  select ${timeInJson(db, db`f.starts`)} as window_from, ${timeInJson(db, db`f.ends`)} as promised_at
  from (
    select (d.day + w."from"::time) at time zone s.time_zone as starts,
      (d.day + w.until::time) at time zone s.time_zone as ends, w.most_orders
    from configurations c, shop_clock s,
      lateral (select shop_day(now()) + n as day from generate_series(0, ${offeredDays - 1}) n) d,
      jsonb_to_recordset(c.arrival_windows) w ("from" text, until text, most_orders int)
    where c.opening_hours -> (${[...weekdays]}::text[])[1 + extract(dow from d.day)::int] ->> 'opens' <> ''
      and not exists (select from jsonb_array_elements(c.holidays) h where h ->> 'day' = d.day::text)) f
  where f.starts > now() and f.starts < f.ends and coalesce(f.most_orders > (
    select count(*) from orders o
    where o.promised_at = f.ends and o.window_from = f.starts and o.status in ('confirmed', 'assigned', 'out-for-delivery')
      and o.id is distinct from ${except}::uuid), true)
  order by f.starts, f.ends`

/** Lets one order at a time take a place in a window, so that the last one is not given twice. */
export const lockWindows = (db: Db) => db`select from configurations for no key update`
