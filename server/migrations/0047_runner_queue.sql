-- Runners of webhooks and of print jobs share one schema of pg-boss, runner_queue. It holds no data; this is its older name.
drop schema if exists webhook_queue cascade;
