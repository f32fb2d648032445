import { mostMetresWrong, type Position } from '@our-print/contract/orders/positions.ts'
import type { Db } from '../../base/database/db.ts'

/** The address of a customer `a` to which the order `o` goes. */
const isOfOrder = (db: Db) =>
  db`a.user_id = o.user_id and md5(a.address::text) = md5(o.address::text) and a.address = o.address`

/** Keeps where an order was handed over with the address of its customer, if the shop wants that and it is good enough. */
export const keepPosition = (db: Db, order: string, position: Position, at: string | null) => db`
  update customer_addresses a
  set located = ${db.json(position)}::jsonb || jsonb_build_object('at', coalesce(${at}::timestamptz, now()))
  from orders o, configurations c
  where o.id = ${order} and ${isOfOrder(db)} and c.keep_positions and ${position.accuracy <= mostMetresWrong}`

/** Where the open orders of a person go, as far as it is known. */
export const positionsOf = (db: Db, person: string) => db<
  { order: string; latitude: number; longitude: number }[]
>`
  select o.id as "order", (a.located ->> 'latitude')::float8 as latitude, (a.located ->> 'longitude')::float8 as longitude
  from orders o join customer_addresses a on ${isOfOrder(db)}
  where o.assigned_user = ${person} and o.status in ('assigned', 'out-for-delivery') and a.located is not null
  order by o.id limit 1000`
