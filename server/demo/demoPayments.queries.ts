import type { Transaction } from '../src/base/database/db.ts'
import { idAt } from './demoShop.queries.ts'

/**
 * A month of payments: most orders are paid at the door, in cash or by UPI; some at the desk, some in part, a few too much or not
 * at all. Two companies pay on account. The cash of today is in the couriers’ hands, what was before in the till.
 */
export async function openPayments(tx: Transaction, admin: string): Promise<void> {
  await tx`
    update configurations set version = version + 1, payee_name = 'Our Print', payee_address = 'ourprint@demobank',
      payment_methods = '["Cheque"]', client_types = '["Food", "Shops", "Leisure", "Health"]', credit_limit_customer = 200000, credit_limit_company = 5000000`
  await payOrders(tx, admin)
  await depositAhead(tx, admin)
  await tx`
    insert into cash_entries (id, at, happened_at, holder, amount, payment_id)
    select ${idAt(tx, tx`happened_at`)}, at, happened_at, case when by <> ${admin} and shop_day(happened_at) = shop_day(now()) then by end, amount, id
    from payments where method = 'cash'`
  await tx`insert into cash_hands (holder, amount) select holder, sum(amount) from cash_entries group by holder`
  await tx`
    update orders o set paid = p.paid from (
      select order_id, sum(amount) as paid from payments where order_id is not null group by 1) p
    where o.id = p.order_id`
}

/** A number from 0 to 99 for each order, the same in every demo shop of a day. */
const chance = (tx: Transaction) => tx`(('x' || right(o.id::text, 6))::bit(24)::int % 100)`

const payOrders = (tx: Transaction, admin: string) => tx`
  insert into payments (order_id, user_id, client_id, method, amount, at, happened_at, by, reference, note, at_delivery)
  select o.id, o.user_id, o.client_id, p.method, p.amount, o.delivered_at, o.delivered_at,
    case when c.n < 15 then ${admin}::uuid else o.assigned_user end,
    case when p.method <> 'cash' then upper(right(o.id::text, 10)) end, p.note, c.n >= 15
  from orders o, lateral (select ${chance(tx)} as n) c, lateral (
    select case when c.n % 5 < 2 then 'cash' when c.n % 5 < 4 then 'upi' else 'card' end as method,
      case when c.n >= 96 then o.payable + 5000 - o.payable % 5000 when c.n >= 90 then o.payable / 2
        else o.payable end as amount,
      case when c.n >= 96 then 'Had no change' when c.n >= 90 then 'The rest next week' else '' end as note) p
  where o.status = 'delivered' and o.settled_before = 0 and o.pay_by <> 'on_account' and p.amount > 0
    and c.n not between 80 and 87 and o.assigned_user is not null
  order by o.delivered_at, o.id`

/** Some pay ahead; the companies have paid for the first half of the month. */
async function depositAhead(tx: Transaction, admin: string): Promise<void> {
  await tx`
    insert into payments (user_id, method, amount, at, happened_at, by, note)
    select id, 'cash', 50000, now() - interval '12 days', now() - interval '12 days', ${admin}, 'Paid ahead'
    from users order by created_at, email limit 3`
  await tx`
    insert into payments (order_id, user_id, client_id, method, amount, at, happened_at, by, reference)
    select o.id, o.user_id, o.client_id, 'bank_transfer', o.payable, t, t, ${admin}, 'NEFT ' || to_char(t, 'DDMM')
    from orders o, lateral (select day_start(shop_day(now()) - 10) + interval '11 hours' as t) d
    where o.client_id is not null and o.status = 'delivered' and o.delivered_at < t - interval '5 days'
    order by o.id`
  await tx`
    insert into accounts (user_id, balance)
    select user_id, sum(amount) from payments where order_id is null group by user_id`
}
