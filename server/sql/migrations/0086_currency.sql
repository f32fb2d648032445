-- What all amounts of the shop are in. The server writes CURRENCY here at start, while there are none yet.
alter table shop_clock add column currency text not null default 'INR';
