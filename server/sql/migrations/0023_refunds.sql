-- A complaint can end with a refund: the order costs less, and what is then paid too much goes back.
alter table complaints
  -- In paise; null but for a refund.
  add column refund bigint check (refund > 0),
  add column paid_back bigint check (paid_back between 0 and refund),
  drop constraint complaints_resolution,
  add constraint complaints_resolution check (resolution in ('reprint', 'refund', 'credit', 'nothing')),
  add constraint complaints_refund check (
    (refund is not null) = (resolution is not null and resolution = 'refund') and (refund is null) = (paid_back is null));
