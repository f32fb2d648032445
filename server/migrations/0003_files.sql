-- Stored files that are to be removed, and the shop as the storage knows it.

-- Storage keys that no row refers to any more. The row is written in the transaction that deletes the last row with the
-- key, and deleted when the storage has removed the file; until then the removal is retried, each time later.
create table file_removals (
  storage_key text primary key,
  created_at  timestamptz not null default now(),
  attempts    int not null default 0,
  try_after   timestamptz not null default now(),
  error       text
);
create index file_removals_due on file_removals (try_after);

create function remove_stored_file() returns trigger language plpgsql as $$
begin
  insert into file_removals (storage_key) values (old.storage_key) on conflict (storage_key) do nothing;
  return null;
end
$$;

-- The id of this shop. The sweep removes files that no row refers to only if no other shop uses the same storage.
create table shop_storage (
  is_only  boolean primary key default true check (is_only),
  shop     uuid not null default gen_random_uuid(),
  swept_at timestamptz not null default '-infinity'
);
insert into shop_storage default values;
