-- A complaint about an invoiced order now lowers its price, too, so that it is not asked for again once the order is out for
-- delivery again: that of orders whose invoices were credited for one since they were delivered.
with credited as (
  select l.order_id, sum(l.amount)::bigint as price, max(n.reason) as reason
  from complaints c join orders o on o.id = c.order_id and o.status = 'delivered' and o.invoiced is not null
  join invoice_lines l on l.order_id = c.order_id
  join invoices n on n.id = l.invoice_id and n.kind = 'credit_note' and n.issued_at = c.resolved_at
  where c.refund is not null and c.resolved_at >= o.delivered_at
  group by l.order_id),
lowered as (
  update orders o set version = o.version + 1, calculated_amount = coalesce(o.calculated_amount, o.amount),
    amount = o.amount - c.price, price_by_hand_reason = left(concat_ws(' · ', o.price_by_hand_reason, c.reason), 200)
  from credited c where o.id = c.order_id and o.amount - o.discount >= c.price
  returning o.id, o.amount - o.discount as payable)
update referrals r set sale_amount = l.payable from lowered l where r.order_id = l.id and r.counted_at is not null;
