-- When a change priced an order by the prices of its day; null: those of the order's day, or of its quote, count.
alter table orders add column priced_at timestamptz;
