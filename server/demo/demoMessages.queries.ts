import type { Transaction } from '../src/base/database/db.ts'

/** What customers of the newest orders were told: made up, as nothing leaves the demo shop, whose channels are off. */
export const tellCustomers = (tx: Transaction, now: Date) => tx`
  insert into messages (fact, user_id, about, order_id, fact_version, channel, language, state, attempts, claimed_at, sent_at,
    address, subject, text, template_version, said, created_at)
  select t.fact, u.id, o.id, o.id, o.version, case when t.by_email then 'email' else 'sms' end, 'en',
    case when n = 4 then 'failed' else 'sent' end, case when n = 4 then 3 else 1 end, t.at, case when n <> 4 then t.at end,
    case when t.by_email then u.email else u.mobile end,
    case when t.by_email then 'Your order #' || o.number end, 'Your order #' || o.number || t.text, 1,
    case when n = 4 then '550 5.1.1 There is no such mailbox' when t.by_email then '250 2.0.0 Accepted' else '200 queued' end, t.at
  from (
    select o.*, row_number() over (order by number desc) as n from orders o
    where status in ('out-for-delivery', 'delivered') order by number desc limit 12) o
  join users u on u.id = o.user_id
  cross join lateral (
    select m.fact, m.text, u.email is not null as by_email,
      least(coalesce(case m.fact when 'on_its_way' then o.out_for_delivery_at else o.delivered_at end,
        ${now.toISOString()}::timestamptz), ${now.toISOString()}::timestamptz) as at
    from (values ('on_its_way', ' is on its way.'), ('delivered', ' was delivered. Thank you!')) m (fact, text)
    where m.fact = 'on_its_way' or o.status = 'delivered') t
  order by t.at`
