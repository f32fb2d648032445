-- Where this shop has run. A copy of the database has these rows, too, but runs in a place that is not among them: until a
-- person has said what it is there, it talks to no printer and calls no webhook (decision 044).
create table shop_places (
  id       uuid primary key default uuid_v7(),
  -- What a copy does not share with its original: of the database, and of the folder or bucket of the files.
  identity text not null,
  -- The folder of the embedded database; empty with a database of one's own.
  folder   text not null,
  -- The place as people know it.
  name     text not null,
  -- shop: this is the shop, first started here or moved here. copy: a copy of it. Null: nobody has said yet.
  meaning  text constraint shop_places_meaning check (meaning in ('shop', 'copy')),
  first_at timestamptz not null default now(),
  constraint shop_places_once unique (identity, folder)
);
