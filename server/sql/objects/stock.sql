-- Paper and toner. See docs/decisions/042-counted-truly.md.

-- The row's lock makes a delivery and a use of one item wait for each other, so each has its own place and balance.
create or replace function balance_stock() returns trigger language plpgsql as $$
declare
  item stock_items;
begin
  update stock_items set
    amount = amount + new.quantity,
    entries = entries + 1,
    -- What was there at its old cost and what came at its own; a balance below zero has no cost. A person may correct what
    -- wrong prices have made of it.
    unit_cost = case when new.kind <> 'delivery' then coalesce(new.unit_cost, unit_cost)
      else round((greatest(amount, 0) * coalesce(unit_cost, new.price::numeric / new.quantity) + new.price)
        / (greatest(amount, 0) + new.quantity), 6) end
  where id = new.item_id returning * into item;
  if not found then raise foreign_key_violation using message = 'no such stock item'; end if;
  -- Once for each time that the amount falls to the mark.
  if item.is_active and item.amount - new.quantity > item.low_at and item.amount <= item.low_at then
    perform queue_event('stock.low', 'stock_item', item.id, item.version);
  end if;
  new.place := item.entries;
  new.balance := item.amount;
  new.unit_cost := item.unit_cost;
  new.at := coalesce(new.at, clock_timestamp());
  return new;
end
$$;

-- The paper that jobs of a size use: the default of the size, else the oldest that is active.
create or replace function paper_of_size(size text) returns uuid language sql stable as $$
  select id from stock_items where kind = 'paper' and is_active and paper_size = size
  order by is_default desc, id limit 1
$$;

-- Sheets or impressions of an item that a job used.
create or replace function job_use(j print_jobs, i stock_items) returns int language sql immutable as $$
  select case when i.kind = 'paper' then job_sheets(j) when i.color_only then job_color_impressions(j)
    else job_impressions(j) end
$$;

-- Takes what a finished job used out of stock, beyond what it had used as it was before. A job that ended half-way has used
-- paper, too; one that the printer counts again after its end is corrected.
create or replace function use_stock(job print_jobs, was print_jobs) returns void language plpgsql as $$
declare
  used record;
begin
  for used in
    select i.id, job_use(job, i) - coalesce(job_use(was, i), 0) as uses from stock_items i
    where job_use(job, i) <> coalesce(job_use(was, i), 0) and (
      i.id = coalesce(
        (select e.item_id from stock_entries e join stock_items p on p.id = e.item_id and p.kind = 'paper'
          where e.print_job = job.id and e.kind = 'use'),
        paper_of_size(job.paper_size))
      or (i.kind = 'toner' and i.is_active and i.printer_id = job.printer_id))
    -- In one sequence, so that jobs that finish at once do not deadlock.
    order by i.id
  loop
    if used.uses > 0 and not exists (
      select from stock_entries where print_job = job.id and item_id = used.id and kind = 'use')
    then
      insert into stock_entries (item_id, kind, quantity, print_job, at)
      values (used.id, 'use', -used.uses, job.id, job.finished_at);
    else
      insert into stock_entries (item_id, kind, quantity, print_job, reason)
      values (used.id, 'correction', -used.uses, job.id, 'Counted again after its end');
    end if;
  end loop;
end
$$;

-- Balances again, from the ledger; and what jobs used, where the ledger has another number. A job without
-- an entry stays without: when it ended, nobody kept stock of its paper.
create or replace function recount_stock() returns void language plpgsql as $$
begin
  lock table stock_items, stock_entries in share row exclusive mode;
  update stock_items i set amount = coalesce(e.amount, 0), entries = coalesce(e.entries, 0), unit_cost = e.unit_cost
  from stock_items k left join (
    select item_id, sum(quantity)::bigint as amount, max(place) as entries,
      (array_agg(unit_cost order by place desc))[1] as unit_cost
    from stock_entries group by item_id) e on e.item_id = k.id
  where k.id = i.id
    and (i.amount, i.entries, i.unit_cost) is distinct from (coalesce(e.amount, 0), coalesce(e.entries, 0), e.unit_cost);
  insert into stock_entries (item_id, kind, quantity, print_job, reason)
  select i.id, 'correction', e.used - job_use(j, i), j.id, 'Counted again after its end'
  from (select item_id, print_job, -sum(quantity) as used from stock_entries where print_job is not null group by 1, 2) e
  join print_jobs j on j.id = e.print_job join stock_items i on i.id = e.item_id
  where e.used <> job_use(j, i) order by i.id, j.id;
end
$$;

create or replace trigger balance before insert on stock_entries for each row execute function balance_stock();
