-- Printers, and what their own counters say.

create or replace view current_readings as
  select * from printer_readings r where not exists (select from printer_readings n where n.replaces = r.id);

-- With what counter and jobs did since the reading before: null for the first one and where the counter went back. Made
-- anew, because a column that printer_readings gets later would stand in the middle of it.
drop view if exists compared_readings;
create view compared_readings as
  select r.*, case when r.impressions >= b.impressions then r.impressions - b.impressions end as since_printer,
    case when r.impressions >= b.impressions then r.jobs - b.jobs end as since_jobs,
    case when r.impressions >= b.impressions then r.impressions - b.impressions - r.jobs + b.jobs end as gap
  from current_readings r left join lateral (
    select impressions, jobs from current_readings b
    where b.printer_id = r.printer_id and (b.at, b.id) < (r.at, r.id)
    order by b.at desc, b.id desc limit 1) b on true;

-- Sides that the jobs of a printer have printed, those of jobs that print now included.
create or replace function counted_impressions(printer uuid) returns bigint language sql stable as $$
  select coalesce((select sum(counted) from printed_figures where printer_id = printer and period = 'ever'), 0)
    + coalesce((select sum(job_impressions(j)) from print_jobs j where j.printer_id = printer and j.finished_at is null), 0)
$$;
