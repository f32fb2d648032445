-- People see their sessions and end them.

-- The id names a session without its token. Address and device are those of the sign-in; older sessions have none.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table sessions add column address text;
alter table sessions add column device text;
create unique index sessions_by_id on sessions (id);
