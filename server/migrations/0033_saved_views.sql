-- Views of lists that super admins save under a name: private, or for all super admins.
create table saved_views (
  id        uuid primary key default uuid_v7(),
  owner     uuid not null references staff_users (id) on delete cascade,
  -- The address of the list in the app.
  list      text not null,
  name      text not null,
  is_shared boolean not null default false,
  -- Search, filters and sequence as in the list's address; the columns and their sequence, null if not chosen.
  search    text not null default '',
  columns   jsonb,
  version   int not null default 1,
  constraint saved_views_name_length check (length(name) between 1 and 40),
  constraint saved_views_search_length check (length(search) <= 1000)
);
create unique index saved_views_name_taken on saved_views (owner, list, fold_text(name));
create index saved_views_shared on saved_views (list, id) where is_shared;
create trigger version before update on saved_views for each row execute function next_version();
create trigger audit after insert or update or delete on saved_views for each row execute function audit();
