-- Of a reprint: how many sides of which jobs became waste for it. Where it ends with nothing printed, they are good again.
alter table print_jobs add column replaces jsonb not null default '{}';
