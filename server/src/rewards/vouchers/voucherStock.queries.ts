import type { Db } from '../../base/database/db.ts'

/** JSON of the ten companies with the fewest available codes, from the counters; companies without codes are left out. */
export const listVoucherStock = (db: Db) => db`
  (select json_agg(json_build_object('id', c.id, 'client', c.name, 'available', s.available,
      'low_stock', s.available < c.low_stock_below) order by s.available, c.name) from (
    select client_id, (coalesce(sum(available) filter (where expiry_date >= (select shop_day(now()))), 0))::int as available
    from voucher_stock group by client_id having sum(codes) > 0
    order by available, client_id limit 10) s
  join live_clients c on c.id = s.client_id)`
