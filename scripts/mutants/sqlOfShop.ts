import { of, type SqlMutant } from './sqlMutant.ts'

/** Who may do what: staff, API keys, views; and what is told and done later: webhooks, events, bulk jobs. */
export const sqlOfShop: SqlMutant[] = [
  ...of('people/staff/staff.queries.ts', 'people/staff/staff.test.ts', [
    [
      'where is_superuser and is_active and id <> ${person.id} limit 1',
      'where is_superuser and id <> ${person.id} limit 1',
    ],
    [
      'where is_superuser and is_active and id <> ${person.id} limit 1',
      'where is_active and id <> ${person.id} limit 1',
    ],
    [
      'where id = ${id} and is_active and not is_superuser for share',
      'where id = ${id} and not is_superuser for share',
    ],
    [
      'where id = ${id} and is_active and not is_superuser for share',
      'where id = ${id} and is_active for share',
    ],
    ['is_active and not is_superuser for share', 'is_active and not is_superuser'],
    ["o.status in ('assigned', 'out-for-delivery')) as", "o.status = 'assigned') as"],
  ]),
  ...of('money/approvals/rule.queries.ts', 'people/staff/staff.test.ts', [
    ['is_superuser and is_active order by id for no key update', 'is_superuser and is_active order by id'],
  ]),
  ...of('money/approvals/rule.queries.ts', 'money/approvals/approvals.test.ts', [
    ['where is_superuser and is_active and id <> ${leaving} limit 2', 'where id <> ${leaving} limit 2'],
  ]),
  ...of('money/approvals/approvals.queries.ts', 'money/approvals/approvals.test.ts', [
    ["a.status = 'waiting' and a.expires_at <= now() then", "a.status = 'none' then"],
    ['${id} in (a.asked_by, a.asker) as is_own', '${id} = a.asked_by as is_own'],
    ['then ${isValid(db)} else s.is_active end', 'then true else s.is_active end'],
    ['then ${isValid(db)} else s.is_active end', 'then ${isValid(db)} else true end'],
  ]),
  ...of('people/staff/staff.queries.ts', 'people/apiKeys/apiKeys.test.ts', [
    ['u.id = ${id} and not u.is_api_key', 'u.id = ${id}'],
    ['where not u.is_api_key', 'where true'],
    ["'none', false, true from new", "'none', true, true from new"],
  ]),
  ...of('people/abilities/validKeys.queries.ts', 'people/apiKeys/apiKeys.test.ts', [
    ['k.expires_on < (select shop_day(now()))', 'k.expires_on <= (select shop_day(now()))'],
    ['not ${isExpired(db)} and '],
  ]),
  ...of('people/abilities/validKeys.queries.ts', 'money/approvals/approvals.test.ts', [
    ['m.is_superuser or (m.is_active', '(m.is_active'],
    [" and 'keys' = any(a.abilities)"],
  ]),
  ...of('people/apiKeys/apiKeys.queries.ts', 'people/apiKeys/apiKeys.test.ts', [
    [' where ${isValid(db)}'],
    ['case when ${isNow} then r.requests else 0 end', 'r.requests'],
    ['excluded.requests + case when', 'case when'],
    ['minute = case when ${isNow} then r.minute else excluded.minute end', 'minute = r.minute'],
    ["and excluded.minute + interval '1 minute'", "and 'infinity'"],
    ["coalesce(k.last_used_at > now() - interval '1 minute', false)", 'true'],
    ['fields.expires_on < today.day', 'fields.expires_on <= today.day'],
  ]),
  ...of('shop/savedViews/savedViews.queries.ts', 'shop/savedViews/savedViews.test.ts', [
    ['(v.is_shared and v.list = any(${lists}))', 'true'],
    ['(v.is_shared and v.list = any(${lists}))', 'v.is_shared'],
    ['(v.is_shared and v.list = any(${lists}))', 'false'],
    ['v.owner = ${actor} or not s.is_active as is_mine', 'v.owner = ${actor} as is_mine'],
    ['where owner = ${owner} and list = ${view.list}', 'where owner = ${owner}'],
    ['where id = ${owner} for no key update', 'where id = ${owner}'],
  ]),
  ...of('shop/bulkJobs/portions.queries.ts', 'shop/bulkJobs/bulkJobs.test.ts', [
    ['case when s.is_active then', 'case when true then'],
    [
      "where j.status in ('queued', 'running') and j.next_run_at <= now()",
      "where j.status in ('queued', 'running')",
      'asked only where a job is due, and that comes first',
    ],
    ['position > ${reached} and', ''],
    ['undo = coalesce(n.undo, r.undo)', 'undo = n.undo', 'what an undo has reached is not undone again'],
    ['where stamp is not null) as undoable', 'where true) as undoable'],
    ["interval '2 seconds'", "interval '0 seconds'"],
  ]),
  ...of('shop/bulkJobs/bulkJobs.queries.ts', 'shop/bulkJobs/bulkJobs.test.ts', [
    ['j.undoable > 0 and coalesce', 'coalesce'],
    ["coalesce(undone.status in ('cancelled', 'failed'), true)", 'true'],
    ['j.status in ${ended(db)} and'],
    ["then r.outcome = 'changed' else", 'then true else', 'only what was changed has a stamp'],
    ['else r.outcome is null end', 'else true end'],
    ["where id = ${id} and status in ('queued', 'running')`\n  const job", 'where id = ${id}`\n  const job'],
    [
      'select kind from bulk_jobs where id = ${id} for no key update',
      'select kind from bulk_jobs where id = ${id}',
    ],
    ["ended_at < now() - ${bulkJobDays}::int * interval '1 day'", 'ended_at < now()'],
    ["select pg_advisory_xact_lock(hashtextextended('create bulk job', 0))", 'select 1'],
    ['where u.undoes = j.id order by u.id desc limit 1', 'where u.undoes = j.id order by u.id limit 1'],
  ]),
  ...of('shop/webhooks/deliveries.queries.ts', 'shop/webhooks/webhooks.test.ts', [
    [
      'where w.is_active and exists',
      'where exists',
      'whoever then wants to deliver finds that the webhook is off',
    ],
    ['and d.event_id = (\n    select min(e.event_id)', 'and d.event_id >= (\n    select min(e.event_id)'],
    [
      "when t.error is null then 'delivered' else 'pending'",
      "when t.error is null then 'delivered' else 'failed'",
    ],
    [
      "and d.id = ${id} and d.state <> 'pending' and d.event_id is not null\n",
      "and d.id = ${id} and d.state <> 'pending'\n",
    ],
    [
      '${growth}::float8 ^ least(d.attempts, 100), ${longestPauseSeconds}',
      '${growth}::float8 ^ least(d.attempts, 100), 1e9',
    ],
    ['* ${growth}::float8 ^ least(d.attempts, 100)'],
    ["d.state <> 'pending' and d.event_id is not null ${withinDays", "d.state <> 'pending' ${withinDays"],
    ["created_at < now() - ${deliveryDays} * interval '1 day'", 'created_at < now()'],
  ]),
  ...of('shop/webhooks/deliveries.queries.ts', 'shop/webhooks/webhookFailures.test.ts', [
    ['attempts = d.attempts + 1', 'attempts = d.attempts'],
    ["and e.record = d.record and e.state = 'pending')", "and e.state = 'pending')"],
    ["and d.id = ${id} and d.state <> 'pending' and", 'and d.id = ${id} and'],
    ['coalesce(d.first_tried_at, t.at)', 't.at'],
    ['from tried t where d.id = t.id and d.state', 'from tried t where d.state'],
    ['and d.event_id > s.event_id'],
    [
      'where d.webhook = s.webhook and d.record = s.record and d.state',
      'where d.webhook = s.webhook and d.state',
    ],
    [
      "case when s.state = 'delivered' then now() else greatest(d.next_try_at, s.next_try_at) end",
      'd.next_try_at',
    ],
    [
      '        and exists (\n          select from webhook_deliveries where webhook',
      '        and not exists (\n          select from webhook_deliveries where webhook',
    ],
    ["and state = 'delivered' and event_id is not null\n", "and state = 'delivered'\n"],
    ["            and last_tried_at > now() - ${retryDays} * interval '1 day')", ')'],
    [
      "state = 'pending' and first_tried_at < now() - ${retryDays} * interval '1 day'\n",
      "state = 'pending'\n",
    ],
    ['and d.record in (select record from failed)'],
  ]),
  ...of('shop/events/events.queries.ts', 'shop/events/events.test.ts', [
    ['where id > ${id} order by id limit', 'where id >= ${id} order by id limit'],
    ["and old.at < now() - interval '1 hour'"],
    [
      'update event_horizon set dropped = greatest(dropped, (select max(id) from gone))',
      'update event_horizon set dropped = dropped',
    ],
  ]),
  ...of('shop/events/orderViewers.queries.ts', 'shop/events/orderViewers.test.ts', [
    ['and (${seesAllOrders(actor)} or assigned_user = ${viewer})'],
    ['where not exists (select from before)'],
    ['and v.viewer <> ${viewer} and ${isOpen(db)} order', 'and ${isOpen(db)} order'],
    ['and v.viewer <> ${viewer} and ${isOpen(db)} order', 'and v.viewer <> ${viewer} order'],
  ]),
]
