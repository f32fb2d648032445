-- In which sequence a courier goes, as their phone last said: customers are told by it how many stops come before them.
create table round_sequences (
  staff_user  uuid primary key references staff_users (id),
  orders      uuid[] not null constraint round_sequences_orders check (cardinality(orders) <= 1000),
  -- An older one that arrives later changes nothing.
  happened_at timestamptz not null default now()
);
