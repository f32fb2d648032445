-- Scans of job tickets: at the press, at the shelf and at the door. See docs/decisions/043-ticket-scans.md.

-- Where the printed order lies; empty again when it leaves.
alter table orders add column shelf_place text
  constraint orders_shelf_place check (shelf_place ~ '^[A-Z0-9][A-Z0-9-]{0,9}$');
select generate_order_audit();

-- Every scan, refused ones, too: who had which bundle in the hand.
create table ticket_scans (
  id          uuid primary key default uuid_v7(),
  at          timestamptz not null default now(),
  by          uuid not null references staff_users (id),
  purpose     text not null constraint ticket_scans_purpose check (purpose in ('press', 'shelf', 'hand_over')),
  result      text not null constraint ticket_scans_result check (result in ('accepted', 'repeated', 'refused')),
  -- Why it was refused: the contract's ScanRefusal.
  reason      text,
  -- Null: the code names no order of this shop.
  order_id    uuid references orders (id),
  shelf_place text,
  -- As it was read or typed.
  code        text not null,
  constraint ticket_scans_reason check ((reason is not null) = (result = 'refused'))
);
create index ticket_scans_of_order on ticket_scans (order_id, id) where order_id is not null;
create trigger audit after insert or update or delete on ticket_scans for each row execute function audit();
