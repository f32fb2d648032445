-- Acts of couriers that were refused and sent to the office, with what was made for them.
create table courier_tasks (
  id          uuid primary key default uuid_v7(),
  order_id    uuid not null references orders (id),
  tried       text not null,
  refusal     text not null,
  received_by text not null default '',
  created_by  uuid not null references staff_users (id),
  created_at  timestamptz not null default now(),
  happened_at timestamptz,
  said_at     timestamptz,
  note        text not null default '',
  settled_by  uuid references staff_users (id),
  settled_at  timestamptz,
  version     int not null default 1,
  constraint courier_tasks_settled check (num_nulls(settled_by, settled_at) in (0, 2))
);
create index courier_tasks_of_order on courier_tasks (order_id, id desc);
create index courier_tasks_open on courier_tasks (id desc) where settled_at is null;

create table courier_task_pictures (
  id           uuid primary key default uuid_v7(),
  task_id      uuid not null references courier_tasks (id),
  kind         text not null constraint courier_task_pictures_kind check (kind in ('photo', 'signature')),
  content_type text not null,
  storage_key  text not null unique,
  size         bigint not null,
  constraint courier_task_pictures_one unique (task_id, kind)
);

-- A note of the history that is of such a task, not of a move.
alter table order_history add column courier_task text
  constraint order_history_courier_task check (courier_task in ('sent', 'settled'));
