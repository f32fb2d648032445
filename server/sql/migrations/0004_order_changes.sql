-- Orders that are changed until they are printed: lines of their own, a price by hand, and what each change was.
alter table orders
  -- [{text, quantity, price}]: what is charged besides printing; the price of one in paise. They count in the amount.
  add column lines jsonb not null default '[]',
  -- What the prices give, in paise, where a person set the amount by hand; null: the amount is what they give.
  add column calculated_amount bigint,
  add column price_by_hand_reason text,
  add constraint orders_price_by_hand
    check ((calculated_amount is null) = (price_by_hand_reason is null) and calculated_amount >= 0);

-- [{field, from, to}] of an entry that is no move: its statuses are equal.
alter table order_history add column changes jsonb;

-- [{text, price}]: the lines that are usual, in rupees as the other prices.
alter table configurations add column usual_lines jsonb not null default '[]';

-- The shop's prices that are no longer so, each until it was changed: an order can be priced as on its day.
create table past_prices (
  id             uuid primary key default uuid_v7(),
  until          timestamptz not null default now(),
  price_per_page jsonb not null,
  paper_factor   jsonb not null,
  binding        jsonb not null,
  delivery_fee   float8 not null
);
create index past_prices_until on past_prices (until);
