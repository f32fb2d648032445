-- A transaction that waited for the order's lock began before the line that it follows: its own line is of the moment
-- at which it is written, so that the times of an order's history never run backwards.
alter table order_history alter column at set default clock_timestamp();
