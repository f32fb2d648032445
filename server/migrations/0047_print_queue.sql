-- Runners of webhooks and of print jobs share one schema of pg-boss, runner_queue. It holds no data; this is its older name.
drop schema if exists webhook_queue cascade;

-- The edge at which the sheets of a double-sided print job turn like the pages of a book.
alter table print_jobs add column binding_edge text not null default 'long'
  constraint print_jobs_binding_edge check (binding_edge in ('long', 'short'));
