-- One row: prices and contact details of the shop. Amounts are in rupees as in the API; orders store paise.
create table configurations (
  id                   uuid primary key default uuid_v7(),
  only_row             boolean not null default true unique check (only_row),
  price_per_page       jsonb not null,
  paper_factor         jsonb not null,
  binding              jsonb not null,
  delivery_fee         float8 not null,
  coins_per_100_rupees float8 not null,
  claims_per_referral  int not null,
  contact              jsonb not null,
  version              int not null default 1
);
create trigger version before update on configurations for each row execute function next_version();
create trigger audit after insert or update or delete on configurations for each row execute function audit();

insert into configurations
  (price_per_page, paper_factor, binding, delivery_fee, coins_per_100_rupees, claims_per_referral, contact)
values (
  '{"bw": {"single": 2, "double": 1.5}, "color": {"single": 10, "double": 8}}',
  '{"A4": 1, "A3": 2, "Letter": 1}',
  '{"none": 0, "staple": 5, "spiral": 30, "hard": 150}',
  40, 2, 1,
  '{"name": "Our Print", "phone": "", "email": "", "address": ""}'
);
