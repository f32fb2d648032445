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

create or replace trigger version before update on print_jobs for each row execute function next_version();
create or replace trigger audit after insert or update or delete on print_jobs for each row execute function audit();
create or replace trigger announce after insert or delete on print_jobs for each row execute function announce('print_job');
-- Not when another runner takes over, or looks again.
create or replace trigger announce_change after update on print_jobs for each row
  when ((old.state, old.message, old.printer_id, old.impressions_done, old.impressions_wasted, old.cancel_asked_at)
    is distinct from (new.state, new.message, new.printer_id, new.impressions_done, new.impressions_wasted, new.cancel_asked_at))
  execute function announce('print_job');
