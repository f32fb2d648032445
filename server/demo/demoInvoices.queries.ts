import type { Db } from '../src/base/database/db.ts'

/**
 * The first companies, while orders are bare of triggers; the orders of the customers who order most are theirs, and nothing was
 * paid for these.
 */
export async function chooseCompanies(db: Db, most: number): Promise<string[]> {
  const chosen = await db<{ id: string }[]>`select id from clients order by joined_on, id limit ${most}`
  await db`
    with buyers as (
      select user_id, row_number() over (order by count(*) desc, user_id) as nth from orders
      where order_type = 'print' group by 1 order by 2 limit ${most}
    ), firms as (select id, nth from unnest(${chosen.map(({ id }) => id)}::uuid[]) with ordinality c (id, nth))
    update orders o set client_id = f.id, pay_by = 'on_account', settled_before = 0
    from buyers b join firms f on f.nth = b.nth where o.user_id = b.user_id and o.order_type = 'print'`
  return chosen.map(({ id }) => id)
}

/** The months that are over in which orders of these companies were delivered. */
export const monthsOf = (db: Db, clients: readonly string[]) => db<{ client: string; month: string }[]>`
  select distinct client_id as client, to_char(shop_day(delivered_at), 'YYYY-MM') as month from orders
  where client_id = any(${[...clients]}::uuid[]) and status = 'delivered' and payable > 0
    and shop_day(delivered_at) < date_trunc('month', shop_day(now()))
  order by 2, 1`

/** The last month that is over in which something was due to a company for its vouchers. */
export const monthOfVouchers = (db: Db) => db<{ client: string; month: string }[]>`
  select c.id as client, to_char(shop_day(m.at), 'YYYY-MM') as month
  from live_clients c cross join lateral moves_of_client(c.id, '-infinity') m
  where shop_day(m.at) < date_trunc('month', shop_day(now()))
  group by 1, 2 having sum(m.due) > 0 order by 2 desc, 1 limit 1`
