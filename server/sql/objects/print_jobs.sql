-- What printers print of orders: and what was printed. See docs/decisions/038-print-jobs.md.

-- What is printed of an order, all copies: what it needs, and the sides that are good.
create or replace function order_impressions(o orders) returns int language sql immutable as $$
  select o.copies * coalesce(o.impressions, o.pdf_page_count)
$$;

create or replace function good_impressions(o orders) returns bigint language sql stable as $$
  select coalesce(sum(least(good, o.copies::bigint * sides)), 0)::bigint from (
    select sum(impressions_done - impressions_wasted) as good, max(impressions) as sides
    from print_jobs where order_id = o.id group by file_id) d
$$;

create or replace function is_fully_printed(o orders) returns boolean language sql stable as $$
  select good_impressions(o) >= order_impressions(o)
$$;

-- Whether all of an order can be changed: nothing was printed or is at a printer, nobody has it, and its customer was not told
-- to fetch it. The caller locks the order and its open jobs where that must stay true.
create or replace function is_open_to_change(o orders) returns boolean language sql stable as $$
  select o.status in ('confirmed', 'assigned') and o.attempts = 0 and o.shelf_place is null and not o.is_ready and not exists (
    select from print_jobs where order_id = o.id
      and (impressions_done > 0 or finished_at is null and (state not in ('queued', 'held') or tries > 0)))
$$;

-- What `printed` of an order says: none, part or all.
create or replace function printed_part(o orders) returns text language sql stable as $$
  select case when is_fully_printed(o) then 'all' when good_impressions(o) > 0 then 'part' else 'none' end
$$;

-- Brings `printed` up to date: of orders whose jobs ended. Whoever ends a job has locked its order, and no version of it is
-- outdated by what a printer did. An order of which anything is printed keeps its number of sides: is_open_to_change.
create or replace function keep_printed(of_orders uuid[]) returns void language sql as $$
  update orders o set printed = printed_part(o) where o.id = any(of_orders) and o.printed <> printed_part(o)
$$;

-- Sides that a job printed, its cover included; and those in colour, in proportion where only some are.
create or replace function job_impressions(j print_jobs) returns int language sql immutable as $$
  select j.impressions_done + (j.cover and j.impressions_done > 0)::int
$$;

create or replace function job_color_impressions(j print_jobs) returns int language sql immutable as $$
  select case j.color when 'bw' then 0 when 'color' then j.impressions_done
    else round(j.impressions_done * j.color_impressions::numeric / j.impressions)::int end
$$;

-- Sheets that a job used, its cover included. Each copy begins on a sheet of its own; a printer may count more, but no more
-- than one for each side, and one that does not count sheets says 0.
create or replace function job_sheets(j print_jobs) returns int language sql immutable as $$
  select greatest(least(j.sheets_done, j.copies * s.sides), case when j.duplex
      then j.impressions_done / s.sides * ((s.sides + 1) / 2) + (j.impressions_done % s.sides + 1) / 2
      else j.impressions_done end)
    + (j.cover and j.impressions_done > 0)::int
  from (select j.impressions - j.first_impression + 1 as sides) s
$$;

-- What a reprint replaces is good again where it ended with nothing printed: the sheets are still there.
create or replace function give_back_replaced(job print_jobs) returns void language sql as $$
  update print_jobs j set version = version + 1, impressions_wasted = impressions_wasted - r.value::int
  from jsonb_each_text(job.replaces) r where j.id = r.key::uuid
$$;

-- What a print job means for others, in the transaction that changes it: its order has costs from its first job on. A job that
-- ended has cost its order, the day's production and the stock; so it does again when its count or its waste is corrected.
create or replace function settle_print_job() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform begin_costs(new); end if;
  if new.finished_at is null then return null; end if;
  perform count_costs(new);
  perform use_stock(new, case when tg_op = 'UPDATE' and old.finished_at is not null then old end);
  if tg_op = 'UPDATE' and old.finished_at is null and new.impressions_done = 0 then perform give_back_replaced(new); end if;
  return null;
end
$$;

create or replace trigger settle after insert or update of finished_at, impressions_done, sheets_done, impressions_wasted
  on print_jobs for each row execute function settle_print_job();
