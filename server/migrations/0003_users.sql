-- Customers. Mobile numbers are kept without spacing, emails in lower case, so that unique means what people mean.
create table users (
  id         uuid primary key default uuid_v7(),
  first_name text not null,
  last_name  text not null default '',
  email      text,
  mobile     text not null,
  is_active  boolean not null default true,
  created_at timestamptz not null default now(),
  version    int not null default 1,
  constraint users_mobile_taken unique (mobile),
  constraint users_email_taken unique (email),
  constraint users_email_lower check (email = lower(email)),
  constraint users_mobile_plain check (mobile ~ '^\+?[0-9]{6,20}$')
);
create index users_newest on users (created_at desc, id desc);
create index users_search on users using gin
  (lower(first_name || ' ' || last_name || E'\n' || mobile || E'\n' || coalesce(email, '')) gin_trgm_ops);
create trigger version before update on users for each row execute function next_version();
create trigger audit after insert or update or delete on users for each row execute function audit();
