-- How the pages of files will print, as read once. Derived from the file's bytes: it is not audited, and may be
-- deleted to read a file again.
create table file_preflights (
  file_id    uuid primary key references order_files (id) on delete cascade,
  -- The contract's Preflight, without the file's id.
  report     jsonb not null,
  created_at timestamptz not null default now()
);

-- The pages that an order of colour 'mixed' prints in colour; what it costs depends on them.
alter table orders add column color_pages int;
alter table orders add constraint orders_color_pages check ((color = 'mixed') = (color_pages is not null));
select generate_order_audit();
