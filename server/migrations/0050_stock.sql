-- Paper and toner: a ledger of what was bought, used and counted, and its balances. See docs/decisions/042-counted-truly.md.

create table stock_items (
  id         uuid primary key default uuid_v7(),
  kind       text not null,
  name       text not null,
  -- Of paper only: its size, and grams per square metre where they matter.
  paper_size text,
  weight     int,
  -- The paper that print jobs of its size use.
  is_default boolean not null default false,
  -- Of toner only: the printer it is for. Null for a printer that was deleted since.
  printer_id uuid references printers (id) on delete set null,
  -- Toner that only impressions in colour use.
  color_only boolean not null default false,
  -- Sheets in a pack of paper; impressions that one cartridge yields.
  pack_size  int not null,
  -- Low from this amount down.
  low_at     bigint not null default 0,
  -- Sheets of paper, impressions of toner. Below zero when jobs used more than was entered: the shop has to count.
  amount     bigint not null default 0,
  -- Moving average of one sheet or impression, in paise; null until a delivery with a price.
  unit_cost  numeric(16, 6),
  -- How many entries the ledger has.
  entries    bigint not null default 0,
  is_active  boolean not null default true,
  created_at timestamptz not null default now(),
  version    int not null default 1,
  constraint stock_items_kind check (kind in ('paper', 'toner')),
  constraint stock_items_name_length check (length(name) between 1 and 100),
  constraint stock_items_paper check ((kind = 'paper') = (paper_size is not null) and (kind = 'paper' or weight is null)),
  constraint stock_items_toner check (kind = 'toner' or (printer_id is null and not color_only)),
  constraint stock_items_default check (not is_default or (kind = 'paper' and is_active)),
  constraint stock_items_numbers check (pack_size > 0 and low_at >= 0 and weight > 0 and unit_cost >= 0)
);
create unique index stock_items_name_taken on stock_items (fold_text(name));
create unique index stock_items_default_of_size on stock_items (paper_size) where is_default;
create index stock_items_of_printer on stock_items (printer_id) where kind = 'toner';

-- Append-only. The trigger below gives each entry its place and keeps the balance of its item.
create table stock_entries (
  id        uuid primary key default uuid_v7(),
  item_id   uuid not null references stock_items (id),
  -- From 1 for each item, without gaps: the sequence in which the balance changed.
  place     bigint not null,
  at        timestamptz not null,
  -- delivery: bought. use: a print job. correction: a person counted, or a printer changed its count of a finished job.
  kind      text not null,
  quantity  bigint not null,
  -- Of a delivery, the whole of it, in paise.
  price     bigint,
  -- Of the item after this entry.
  balance   bigint not null,
  unit_cost numeric(16, 6),
  reason    text not null default '',
  print_job uuid references print_jobs (id),
  by        uuid references staff_users (id),
  constraint stock_entries_place unique (item_id, place),
  constraint stock_entries_kind check (kind in ('delivery', 'use', 'correction')),
  constraint stock_entries_quantity check (
    case kind when 'delivery' then quantity > 0 when 'use' then quantity < 0 else true end),
  constraint stock_entries_price check ((kind = 'delivery') = (price is not null) and price >= 0),
  constraint stock_entries_reason check (kind <> 'correction' or reason <> ''),
  constraint stock_entries_job check (kind <> 'use' or print_job is not null)
);
-- A job uses an item once.
create unique index stock_entries_used_once on stock_entries (print_job, item_id) where kind = 'use';
create index stock_entries_of_job on stock_entries (print_job) where print_job is not null;
-- What people entered: few beside what jobs used.
create index stock_entries_by_hand on stock_entries (item_id, place) where kind <> 'use';

-- What jobs used of an item on a day of the shop: how long the stock lasts.
create table stock_use (
  item_id uuid not null references stock_items (id),
  day     date not null,
  used    bigint not null,
  primary key (item_id, day)
);

-- The row's lock makes a delivery and a use of one item wait for each other, so each has its own place and balance.
create function balance_stock() returns trigger language plpgsql as $$
declare
  item stock_items;
begin
  update stock_items set
    amount = amount + new.quantity,
    entries = entries + 1,
    -- What was there at its old cost and what came at its own; a balance below zero has no cost.
    unit_cost = case when new.kind <> 'delivery' then unit_cost
      else round((greatest(amount, 0) * coalesce(unit_cost, new.price::numeric / new.quantity) + new.price)
        / (greatest(amount, 0) + new.quantity), 6) end
  where id = new.item_id returning * into item;
  if not found then raise foreign_key_violation using message = 'no such stock item'; end if;
  new.place := item.entries;
  new.balance := item.amount;
  new.unit_cost := item.unit_cost;
  new.at := coalesce(new.at, clock_timestamp());
  if new.print_job is not null and new.quantity <> 0 then
    insert into stock_use as u (item_id, day, used) values (new.item_id, shop_day(new.at), -new.quantity)
    on conflict (item_id, day) do update set used = u.used + excluded.used;
  end if;
  return new;
end
$$;
create trigger balance before insert on stock_entries for each row execute function balance_stock();
create trigger append_only before update or delete on stock_entries for each row execute function refuse_change();

-- The days of use again, after the shop's time zone changed.
create function recount_stock_use() returns void language plpgsql as $$
begin
  lock table stock_entries in share row exclusive mode;
  delete from stock_use;
  insert into stock_use (item_id, day, used)
  select item_id, shop_day(at), -sum(quantity) from stock_entries where print_job is not null and quantity <> 0 group by 1, 2;
end
$$;

-- Sides that a job printed, its cover included; and those in colour, in proportion where only some are.
create function job_impressions(j print_jobs) returns int language sql immutable as $$
  select j.impressions_done + (j.cover and j.impressions_done > 0)::int
$$;
create function job_color_impressions(j print_jobs) returns int language sql immutable as $$
  select case j.color when 'bw' then 0 when 'color' then j.impressions_done
    else round(j.impressions_done * j.color_impressions::numeric / j.impressions)::int end
$$;
-- Sheets that it used, its cover included. Printers that do not count sheets say 0.
create function job_sheets(j print_jobs) returns int language sql immutable as $$
  select greatest(j.sheets_done, ceil(j.impressions_done / case when j.duplex then 2.0 else 1.0 end)::int)
    + (j.cover and j.impressions_done > 0)::int
$$;

-- The paper that jobs of a size use: the default of the size, else the oldest that is active.
create function paper_of_size(size text) returns uuid language sql stable as $$
  select id from stock_items where kind = 'paper' and is_active and paper_size = size
  order by is_default desc, id limit 1
$$;

-- Takes what a finished job used out of stock. A job that ended half-way has used paper, too; one that the printer counts
-- again after its end is corrected.
create function use_stock() returns trigger language plpgsql as $$
declare
  was  print_jobs;
  used record;
begin
  if tg_op = 'UPDATE' and old.finished_at is not null then was := old; end if;
  for used in
    select i.id, i.uses from (
      select coalesce(
          (select e.item_id from stock_entries e join stock_items p on p.id = e.item_id and p.kind = 'paper'
            where e.print_job = new.id and e.kind = 'use'),
          paper_of_size(new.paper_size)) as id,
        job_sheets(new) - coalesce(job_sheets(was), 0) as uses
      union all
      select t.id, case when t.color_only then job_color_impressions(new) - coalesce(job_color_impressions(was), 0)
          else job_impressions(new) - coalesce(job_impressions(was), 0) end
      from stock_items t where t.kind = 'toner' and t.is_active and t.printer_id = new.printer_id) i
    where i.id is not null and i.uses <> 0
    -- In one sequence, so that jobs that finish at once do not deadlock.
    order by i.id
  loop
    if used.uses > 0 and not exists (
      select from stock_entries where print_job = new.id and item_id = used.id and kind = 'use')
    then
      insert into stock_entries (item_id, kind, quantity, print_job, at)
      values (used.id, 'use', -used.uses, new.id, new.finished_at);
    else
      insert into stock_entries (item_id, kind, quantity, print_job, reason)
      values (used.id, 'correction', -used.uses, new.id, 'Counted again after its end');
    end if;
  end loop;
  return null;
end
$$;
create trigger use_stock after insert or update of finished_at, impressions_done, sheets_done on print_jobs
  for each row when (new.finished_at is not null) execute function use_stock();

-- Once for each time that the amount falls to the mark.
create function announce_low_item() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version) values ('stock.low', 'stock_item', new.id, new.version);
  return null;
end
$$;
create trigger announce_low_stock after update of amount on stock_items for each row
  when (new.is_active and old.amount > old.low_at and new.amount <= new.low_at) execute function announce_low_item();

-- A person's change grows the version; what jobs use does not.
create trigger version before update of name, paper_size, weight, is_default, printer_id, color_only, pack_size, low_at,
  is_active on stock_items for each row execute function next_version();
create trigger audit after insert or delete or update of name, paper_size, weight, is_default, printer_id, color_only,
  pack_size, low_at, is_active on stock_items for each row execute function audit();
create trigger announce after insert or update or delete on stock_items
  for each row execute function announce('stock_item');
-- What jobs use is in the ledger; a line of the audit for each of them says nothing more.
create trigger audit after insert on stock_entries for each row when (new.kind <> 'use') execute function audit();
create trigger audit_changed after update or delete on stock_entries for each row execute function audit();
