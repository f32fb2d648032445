-- The audit is sealed: a chain of hashes over its entries. See docs/decisions/034-sealed-audit.md.

-- A seal covers the entries after those of the seal before it, up to a position and id. The server writes one every few
-- seconds while there are new entries, and computes the hashes itself; nothing here is used to check them.
-- Entries about reading and signing in pass away after a time, so they have a hash of their own.
create table audit_seals (
  number        bigint primary key,
  sealed_at     timestamptz not null,
  upto_position bigint not null,
  upto_id       uuid not null,
  lasting       int not null,
  lasting_hash  bytea not null,
  passing       int not null,
  passing_hash  bytea not null,
  -- Of the hash of the seal before and of all columns above.
  hash          bytea not null
);

-- The last seal that was written to AUDIT_SEALS_FILE, and that was sent to AUDIT_SEALS_URL.
create table audit_seals_kept (
  target text primary key check (target in ('file', 'url')),
  number bigint not null
);
