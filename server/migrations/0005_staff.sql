create table staff_users (
  id            uuid primary key default uuid_v7(),
  email         text not null,
  full_name     text not null,
  mobile        text,
  password_hash text not null,
  is_superuser  boolean not null default false,
  is_active     boolean not null default true,
  created_at    timestamptz not null default now(),
  version       int not null default 1,
  constraint staff_users_email_taken unique (email),
  constraint staff_users_email_lower check (email = lower(email))
);
create unique index staff_users_mobile_taken on staff_users (mobile) where mobile is not null;
create index staff_users_newest on staff_users (created_at desc, id desc);
create trigger version before update on staff_users for each row execute function next_version();
create trigger audit after insert or update or delete on staff_users
  for each row execute function audit('password_hash');
