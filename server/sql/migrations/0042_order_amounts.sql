-- Lists are filtered by what was paid and what is due: counted in this index, without the table.
drop index orders_by_status;
create index orders_by_status on orders (order_type, status, created_at desc, id desc)
  include (payable, color, paper_size, pickup, assigned_user, promised_at, printed, is_ready, payment_status, due, paid,
    settled_before);
