-- A delivery fails for good where its endpoint accepts others: how many did is counted for each webhook.
create index webhook_deliveries_failed on webhook_deliveries (webhook) where state = 'failed' and event_id is not null;
