-- API keys, with which other systems call the API.

-- A key acts as an account of its own, so that history, audit and every column that says who did something can name it
-- ("API key: Website") without knowing of keys. Such an account is never active, so it can neither sign in nor be given
-- orders, and lists of people leave it out.
alter table staff_users add column is_api_key boolean not null default false;
alter table staff_users add constraint staff_users_api_key_is_nobody
  check (not is_api_key or not (is_active or is_superuser or mobile is not null));

-- A new account of a key has the entry of its key.
drop trigger audit on staff_users;
create trigger audit after update or delete on staff_users for each row execute function audit('password_hash');
create trigger audit_insert after insert on staff_users for each row when (not new.is_api_key)
  execute function audit('password_hash');

create table api_keys (
  -- Its account, which stays when the key is deleted.
  id                  uuid primary key references staff_users (id),
  name                text not null,
  -- Only the hash is stored: reading the database is not enough to use a key.
  key_hash            bytea not null,
  hint                text not null,
  scopes              text[] not null,
  requests_per_minute int not null,
  expires_on          date,
  last_used_at        timestamptz,
  created_by          uuid not null references staff_users (id),
  created_at          timestamptz not null default now(),
  constraint api_keys_key_hash unique (key_hash),
  constraint api_keys_name_length check (length(name) between 1 and 60),
  constraint api_keys_has_scopes check (cardinality(scopes) > 0),
  constraint api_keys_requests check (requests_per_minute between 1 and 60000)
);
create unique index api_keys_name_taken on api_keys (fold_text(name));
create index api_keys_newest on api_keys (created_at desc, id desc);
create trigger audit after insert or update or delete on api_keys for each row execute function audit('key_hash');

-- Requests of each key in the current minute, over all processes. Unlogged: a commit that writes nothing else waits for
-- no disk, and after a crash the count of a minute is no loss.
create unlogged table api_key_requests (
  api_key  uuid primary key references api_keys (id) on delete cascade,
  minute   timestamptz not null,
  requests int not null
);
