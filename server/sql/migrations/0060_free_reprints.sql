-- A reprint at no charge is priced by hand, so that a later change leaves it free; those that still can change are marked.
update orders o set version = o.version + 1, calculated_amount = coalesce(f.calculated_amount, f.amount),
  price_by_hand_reason = 'Reprint of order ' || f.number
from complaints c join orders f on f.id = c.order_id
where c.reprint_order_id = o.id and o.status in ('confirmed', 'assigned') and o.amount = 0 and o.calculated_amount is null;
