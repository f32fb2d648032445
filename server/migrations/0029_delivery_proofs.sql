-- Proof of delivery: who received an order, with a photo or a signature.

-- The pictures of a proof are order files that are not printed.
alter table order_files add column kind text not null default 'print'
  constraint order_files_kind_known check (kind in ('print', 'photo', 'signature'));
create unique index order_files_one_of_a_kind on order_files (order_id, kind) where kind <> 'print';

-- One for each order; a new one replaces it. Only one that was added since the order went out for delivery counts as the
-- proof of a delivery. It is not a part of the order's version: it is added while the order is being delivered.
create table delivery_proofs (
  id          uuid primary key default uuid_v7(),
  order_id    uuid not null unique references orders (id),
  received_by text not null,
  added_by    uuid not null references staff_users (id),
  -- Not now(): a transaction that waited for the order's lock began before the order went out.
  created_at  timestamptz not null default clock_timestamp()
);
create trigger audit after insert or update or delete on delivery_proofs for each row execute function audit();

alter table configurations add column proof_of_delivery text not null default 'optional'
  constraint configurations_proof_known check (proof_of_delivery in ('off', 'optional', 'required'));
