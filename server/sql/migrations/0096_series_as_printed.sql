-- Numbers are counted by what is printed before them: of one year that is another label where its first month is changed.
alter table invoice_series
  add column label text,
  drop constraint invoice_series_pkey;
delete from invoice_series;
insert into invoice_series (prefix, label, year, last, day)
  select prefix, split_part(number, '/', 2), min(year), max(sequence), max(day) from invoices group by 1, 2;
alter table invoice_series
  alter column label set not null,
  add primary key (prefix, label);

-- The number is unique by itself.
alter table invoices drop constraint invoices_sequence;
