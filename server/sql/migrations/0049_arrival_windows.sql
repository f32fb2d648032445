-- From when an order arrives, where a window is agreed, which ends at promised_at.
alter table orders add column window_from timestamptz,
  add constraint orders_window check (window_from is null
    or (promised_at is not null and window_from < promised_at and promised_at <= window_from + interval '24 hours'));
-- {from, until, most_orders}, by the shop's clock.
alter table configurations add column arrival_windows jsonb not null default '[]';
