-- What is added as tax to the price of an order or a quote, in paise. Null: the price contains it, as in all from before.
drop index orders_by_status, orders_of_staff_user, orders_of_user, orders_by_amount, orders_owed, orders_by_due;
alter table orders drop column payable, drop column due, drop column payment_status;
alter table orders
  add column tax bigint constraint orders_tax check (tax >= 0),
  add column payable bigint not null generated always as (amount - discount + coalesce(tax, 0)) stored,
  add column due bigint not null generated always as (
    case when status = 'cancelled' then 0 else coalesce(invoiced, amount - discount + coalesce(tax, 0)) end
      - paid - settled_before) stored,
  add column payment_status text not null generated always as (
    case sign(case when status = 'cancelled' then 0 else coalesce(invoiced, amount - discount + coalesce(tax, 0)) end
        - paid - settled_before)
      when 0 then 'paid'
      when -1 then 'overpaid'
      else case when paid + settled_before > 0 then 'part_paid' else 'unpaid' end
    end) stored;
create index orders_by_status on orders (order_type, status, created_at desc, id desc)
  include (payable, color, paper_size, pickup, assigned_user, promised_at, printed, is_ready, payment_status, due, paid,
    settled_before);
create index orders_of_staff_user on orders (assigned_user, status, created_at desc, id desc)
  include (order_type, payable, color, paper_size, pickup, promised_at, printed, is_ready) where assigned_user is not null;
create index orders_of_user on orders (user_id, created_at desc) include (payable, status);
create index orders_by_amount on orders (order_type, status, payable, id);
create index orders_owed on orders (client_id, user_id, delivered_at) include (due)
  where due > 0 and (delivered_at is not null or pay_by = 'on_account');
create index orders_by_due on orders (order_type, status, due, id);

alter table quotes drop column payable;
alter table quotes
  add column tax bigint constraint quotes_tax check (tax >= 0),
  add column payable bigint not null generated always as (amount - discount + coalesce(tax, 0)) stored;
