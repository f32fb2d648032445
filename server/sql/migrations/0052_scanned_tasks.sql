-- A ticket that was scanned without network may name an order that the phone does not know: its task has the code, and the order
-- where the code names one of the shop.
alter table courier_tasks
  alter column order_id drop not null,
  add column code text,
  add constraint courier_tasks_of_order_or_code check (num_nonnulls(order_id, code) > 0);
