-- Scans of job tickets. See docs/decisions/043-ticket-scans.md.

-- The code of an order's ticket: 128 bits that nobody can compute from the order's id; the secret is made at the start.
-- Not a column, so that it is in no export, no audit entry and no message.
create or replace function ticket_code(order_id uuid) returns text stable parallel safe language sql return (
  select left(encode(sha256(value || uuid_send(order_id)), 'hex'), 32) from secrets where name = 'job tickets'
);
