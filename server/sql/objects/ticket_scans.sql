-- Scans of job tickets. See docs/decisions/043-ticket-scans.md.

-- The code of an order's ticket: 128 bits that nobody can compute from the order's id; the secret is made at the start.
-- Not a column, so that it is in no export, no audit entry and no message.
create or replace function ticket_code(order_id uuid) returns text stable parallel safe language sql return (
  select left(encode(sha256(value || uuid_send(order_id)), 'hex'), 32) from secrets where name = 'job tickets'
);

-- One row for all scans.
create or replace function count_ticket_scans() returns trigger language plpgsql as $$
begin
  update ticket_scan_count set scans = scans + (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end;
  return null;
end
$$;

select record_changes('ticket_scans');
create or replace trigger count_new after insert on ticket_scans referencing new table as changed
  for each statement execute function count_ticket_scans();
create or replace trigger count_gone after delete on ticket_scans referencing old table as changed
  for each statement execute function count_ticket_scans();
