-- What people say to each other about an order, and whom they name.
create table order_comments (
  id       uuid primary key default uuid_v7(),
  order_id uuid not null references orders (id),
  by       uuid not null references staff_users (id),
  text     text not null,
  at       timestamptz not null default now()
);
create index order_comments_of_order on order_comments (order_id, id desc);

create table order_mentions (
  id         uuid primary key default uuid_v7(),
  comment_id uuid not null references order_comments (id),
  person     uuid not null references staff_users (id),
  seen_at    timestamptz,
  constraint order_mentions_once unique (comment_id, person)
);
create index order_mentions_of_person on order_mentions (person, id desc);
create index order_mentions_unseen on order_mentions (person, id desc) where seen_at is null;
