create table leads (
  id           uuid primary key default uuid_v7(),
  name         text not null,
  email        text,
  mobile       text,
  subject      text not null default '',
  message      text not null,
  status       text not null default 'new',
  note         text not null default '',
  follow_up_on date,
  owner        uuid references staff_users (id),
  -- The customer or the company that the lead became.
  user_id      uuid references users (id),
  created_at   timestamptz not null default now(),
  version      int not null default 1,
  client_id    uuid references clients (id) on delete set null,
  constraint leads_status_known check (status in ('new', 'contacted', 'won', 'lost')),
  constraint leads_can_be_answered check (email is not null or mobile is not null)
);
create index leads_newest on leads (created_at desc, id desc);
create index leads_by_status on leads (status, created_at desc, id desc);
create index leads_by_email on leads (email) where email is not null;
create index leads_by_mobile on leads (mobile) where mobile is not null;
create index leads_of_owner on leads (owner, created_at desc, id desc) where owner is not null;
create index leads_of_client on leads (client_id) where client_id is not null;
create index leads_to_follow_up on leads (follow_up_on) where follow_up_on is not null;
create index leads_search on leads using gin (fold_text(name || E'\n' || coalesce(email, '') || E'\n' ||
  coalesce(mobile, '') || E'\n' || subject || E'\n' || message) gin_trgm_ops);
create trigger version before update on leads for each row execute function next_version();
create trigger audit after insert or update or delete on leads for each row execute function audit();
