-- A file that cannot be checked is judged once too: it stays as it is, and so does the verdict.
alter table file_preflights alter column report drop not null;
alter table file_preflights add column refusal text check (refusal in ('too much', 'damaged'));
alter table file_preflights add constraint file_preflights_verdict check ((report is null) <> (refusal is null));
