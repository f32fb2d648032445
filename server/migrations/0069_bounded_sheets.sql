-- Sheets that a job used, its cover included. Each copy begins on a sheet of its own; a printer may count more, but no more
-- than one for each side, and one that does not count sheets says 0.
create or replace function job_sheets(j print_jobs) returns int language sql immutable as $$
  select greatest(least(j.sheets_done, j.copies * s.sides), case when j.duplex
      then j.impressions_done / s.sides * ((s.sides + 1) / 2) + (j.impressions_done % s.sides + 1) / 2
      else j.impressions_done end)
    + (j.cover and j.impressions_done > 0)::int
  from (select j.impressions - j.first_impression + 1 as sides) s
$$;
do $$
begin
  if exists (select from print_jobs where sheets_done > copies * (impressions - first_impression + 1)) then
    perform recount_production();
  end if;
end
$$;
