-- What waits to be tried again, after a clock that was ahead.

-- While the clock of the database's machine is ahead, as after a start before it was set by the network, whatever waits is
-- put off to a time that is hours away once the clock is set back. That is known by a pause that is longer than any, or by a
-- row that is of the future; it is due at once. A minute is for statements that overlap.
create or replace function forget_far_pauses() returns void language sql as $$
  update print_jobs set version = version + 1, next_try_at = now()
  where finished_at is null and next_try_at > now() + interval '2 minutes';

  update auto_prints set next_try_at = now() where next_try_at > now() + interval '6 minutes';

  update bulk_jobs set next_run_at = now()
  where status in ('queued', 'running') and next_run_at > now() + interval '2 minutes';

  update webhook_deliveries set next_try_at = now()
  where state = 'pending' and next_try_at > now() + interval '1 minute' and created_at > now() + interval '1 minute';
  -- Four hours are the longest pause of a delivery that is refused.
  update webhook_deliveries d set next_try_at = now() from webhooks w
  where d.webhook = w.id and d.state = 'pending' and d.next_try_at > now() + interval '4 hours 1 minute';

  update messages set next_try_at = now()
  where state = 'queued' and next_try_at > now() + interval '1 minute'
    and greatest(created_at, claimed_at) > now() + interval '1 minute';

  update push_messages set next_try_at = now()
  where next_try_at > now() + interval '1 minute' and created_at > now() + interval '1 minute'
$$;
