-- Whether it is kept where orders are handed over, and where the shop is.
alter table configurations
  add column keep_positions boolean not null default false,
  add column shop_latitude float8 check (shop_latitude between -90 and 90),
  add column shop_longitude float8 check (shop_longitude between -180 and 180),
  add constraint configurations_position check (num_nulls(shop_latitude, shop_longitude) in (0, 2));
-- Where an order was last handed over at this address: {latitude, longitude, accuracy, at}. It goes with the address.
alter table customer_addresses add column located jsonb;
