-- How many scans of job tickets there are, so that no page of their list counts them. One row: a scan is kept at the end of
-- its transaction, and scans are seconds apart.
create table ticket_scan_count (
  only_row boolean primary key default true check (only_row),
  scans    bigint not null
);
insert into ticket_scan_count (scans) select count(*) from ticket_scans;

create function count_ticket_scans() returns trigger language plpgsql as $$
begin
  update ticket_scan_count set scans = scans + (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end;
  return null;
end
$$;
create trigger count_new after insert on ticket_scans referencing new table as changed
  for each statement execute function count_ticket_scans();
create trigger count_gone after delete on ticket_scans referencing old table as changed
  for each statement execute function count_ticket_scans();
