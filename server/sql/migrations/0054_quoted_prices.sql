-- The time of a quote's prices, by which its order is priced when it changes; it was a day, within which prices may change.
alter table quotes add column priced_at timestamptz not null default now();
update quotes set version = version + 1,
  priced_at = case when priced_on > created_at::date then priced_on + interval '12 hours' else created_at end;
alter table quotes drop column priced_on;
