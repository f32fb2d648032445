-- What the dashboard reads, without the rows around it.

-- Orders of a range of days. The primary key starts with type and status: it was read once for each of them.
create index order_counts_by_day on order_counts (starts) where period = 'day';

-- Open orders of each staff user. The table has as many rows again of orders that are delivered or cancelled.
create index staff_counts_open on staff_counts (staff_user) include (orders)
  where status in ('assigned', 'out-for-delivery');
