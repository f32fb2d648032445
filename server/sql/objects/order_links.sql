-- The page of an order for its customer. See docs/decisions/062-customer-links.md.

-- The code with which a customer fetches an order: six digits that nobody can compute from the order's id. Not a column, as the
-- code of its ticket.
create or replace function pickup_code(order_id uuid) returns text stable parallel safe language sql return (
  select lpad((('x' || left(encode(sha256(value || 'pickup' || uuid_send(order_id)), 'hex'), 8))::bit(32)::bigint % 1000000)::text, 6, '0')
  from secrets where name = 'job tickets'
);
