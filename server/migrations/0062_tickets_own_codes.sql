-- A job ticket has a code that only paper shows. See docs/decisions/043-ticket-scans.md.

-- The code of an order's ticket: 128 bits that nobody can compute from the order's id; the secret is made at the start.
-- Not a column, so that it is in no export, no audit entry and no message.
create function ticket_code(order_id uuid) returns text stable parallel safe language sql return (
  select left(encode(sha256(value || uuid_send(order_id)), 'hex'), 32) from secrets where name = 'job tickets'
);

-- Which orders a courier may take out by a scan.
alter table configurations add column courier_scans text not null default 'own'
  constraint configurations_courier_scans_known check (courier_scans in ('own', 'unassigned'));

-- A person's last scans, to limit guesses.
create index ticket_scans_by_person on ticket_scans (by, at) where reason = 'not_yours';
