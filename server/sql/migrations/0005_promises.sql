-- When an order is promised, how much of it is printed, and whether it waits to be fetched.
alter table orders
  add column promised_at timestamptz,
  -- Kept by the database: ../objects/print_jobs.sql.
  add column printed text not null default 'none'
    constraint orders_printed_known check (printed in ('none', 'part', 'all')),
  add column is_ready boolean not null default false
    constraint orders_ready_for_pickup check (
      not is_ready or pickup and status in ('confirmed', 'assigned'));

-- Set where an entry says that the order is ready to be fetched, or no longer; its status stays.
alter table order_history add column is_ready boolean;

-- By document, as print_jobs.sql says; its functions are not there yet when an older shop is upgraded.
update orders o set printed = case when p.good >= o.copies * coalesce(o.impressions, o.pdf_page_count) then 'all' else 'part' end
from (
  select d.order_id, sum(least(d.good, c.copies::bigint * d.sides)) as good
  from (
    select order_id, sum(impressions_done - impressions_wasted) as good, max(impressions) as sides
    from print_jobs group by order_id, file_id) d
  join orders c on c.id = d.order_id
  group by d.order_id) p
where p.order_id = o.id and p.good > 0;

create index orders_by_promise on orders (order_type, status, promised_at, id);
-- What the dashboard compares with its counters.
create index orders_promised on orders (promised_at) include (order_type, created_at)
  where promised_at is not null and status in ('confirmed', 'assigned', 'out-for-delivery');

-- They include what orders are filtered by.
drop index orders_by_status;
create index orders_by_status on orders (order_type, status, created_at desc, id desc)
  include (payable, color, paper_size, pickup, assigned_user, promised_at, printed, is_ready);
drop index orders_of_staff_user;
create index orders_of_staff_user on orders (assigned_user, status, created_at desc, id desc)
  include (order_type, payable, color, paper_size, pickup, promised_at, printed, is_ready) where assigned_user is not null;
