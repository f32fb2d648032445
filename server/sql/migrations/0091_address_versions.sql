-- Two people who correct one address at once: the second is told. When it was used and where it is change without a new one.
alter table customer_addresses add column version integer not null default 1;
