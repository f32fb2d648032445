import { of, type SqlMutant } from './sqlMutant.ts'

/** What is printed, on which printer, what it cost and what the counters say; and the scans of its tickets. */
export const sqlOfPrinting: SqlMutant[] = [
  ...of('printing/printJobs/changeJobs.queries.ts', 'printing/printJobs/printJobs.test.ts', [
    ["db`(state in ('queued', 'held') or ${giveUp})`", 'db`(${giveUp}::boolean)`'],
    ["db`(state in ('queued', 'held') or ${giveUp})`", "db`(state in ('queued', 'held'))`"],
    ['and id = ${id} and finished_at is null`', 'and id = ${id}`'],
    [
      "else '{}' end\n    where id = ${id} and state in ('queued', 'held')",
      "else '{}' end\n    where id = ${id} and finished_at is null",
    ],
    [
      "reasons = '{}'\n    where id = ${id} and state in ('queued', 'held')",
      "reasons = '{}'\n    where id = ${id} and finished_at is null",
    ],
    ["and finished_at is null and state <> 'held'", "and state <> 'held'"],
  ]),
  ...of('printing/printJobs/changeJobs.queries.ts', 'printing/printJobs/printQueue.test.ts', [
    ['move_to = case when ${isFree} then null else ${printer}::uuid end', 'move_to = null'],
    ['printer_id = case when ${isFree} then ${printer} else printer_id end', 'printer_id = ${printer}'],
  ]),
  ...of('printing/printJobs/changeJobs.queries.ts', 'printing/printJobs/cancelledOrders.test.ts', [
    ["state in ('queued', 'held') as waits", "state = 'queued' as waits"],
    ['filter (where not s.waits)'],
    [
      'move_to = null, failures = 0, next_try_at = now()\n    from open',
      'failures = 0, next_try_at = now()\n    from open',
      'what is left of a cancelled order goes nowhere anyway',
    ],
    [
      'cancel_asked_at = now(), move_to = null, failures = 0, next_try_at = now()\n    from open',
      'move_to = null, failures = 0, next_try_at = now()\n    from open',
    ],
    ["and (told.good > 0 or told.printers <> '{}')", 'and told.good > 0'],
    ["and (told.good > 0 or told.printers <> '{}')"],
    [
      '${orders}::uuid[]) and finished_at is null order by id for update',
      '${orders}::uuid[]) order by id for update',
    ],
  ]),
  ...of('printing/printJobs/createJobs.queries.ts', 'printing/printJobs/printJobs.test.ts', [
    ['order by id for no key update', 'order by id'],
    ['where p.is_active order by', 'order by'],
    ['and j.finished_at is null) open', ') open'],
    [
      '(j.impressions - j.first_impression + 1) - j.impressions_done',
      '(j.impressions - j.first_impression + 1)',
    ],
    ['      - impressions_wasted)::bigint as sides', '      )::bigint as sides'],
    ['else impressions_done end', 'else 0 end'],
    ['order by (reprint_of is null) desc, id desc', 'order by id desc'],
    ["job.state === 'done' ? now : null", 'null'],
  ]),
  ...of('printing/printJobs/printerQueue.queries.ts', 'printing/printJobs/printerQueue.test.ts', [
    ["and state <> 'held' and not", 'and not'],
    ["(p.is_active or j.state <> 'queued')", 'p.is_active'],
    ["and (p.is_active or j.state <> 'queued')"],
    ["where state = 'queued' and next_try_at <= now() and id", "where state = 'queued' and id"],
    ['        order by priority desc, id limit 1', '        order by priority desc, id desc limit 1'],
    ['      and (select is_active from printers where id = ${printer})\n'],
    ['      and not exists (select from print_jobs where printer_id = ${printer} and ${atPrinter(db)})\n'],
    [' and cancel_asked_at is null returning tries', ' returning tries'],
    ['tries = tries + 1, ipp_job_id', 'ipp_job_id'],
    ['ipp_job_id = ${ippJob}, sent_at = now()', 'ipp_job_id = ${ippJob}'],
    ["when state = 'sending' and tries = 0 then 'queued' when", 'when'],
    ['2 ^ least(failures, 10)', '0'],
    [
      'impressions_done = greatest(impressions_done, ${end.impressions_done}),',
      'impressions_done = ${end.impressions_done},',
    ],
    ['sheets_done = greatest(sheets_done, ${end.sheets_done}), finished', 'finished'],
    [
      'cover_sent_at = now() where ${ofRunner(db, job)} and cancel_asked_at is null',
      'cover_sent_at = null where ${ofRunner(db, job)} and cancel_asked_at is null',
    ],
    ["and g.kind = 'print' and g.position <= f.position", "and g.kind = 'print'"],
    [
      'from locked where order_id = locked_order and ${ofRunner(db, job)}',
      'from locked where order_id = locked_order and id = ${job.id}',
    ],
  ]),
  ...of('printing/printJobs/printerQueue.queries.ts', 'printing/printJobs/cancelledOrders.test.ts', [
    ["order?.status === 'cancelled'", 'false'],
  ]),
  ...of('printing/printJobs/printerQueue.queries.ts', 'printing/printJobs/followJob.test.ts', [
    [
      'select move_to from print_jobs where ${ofRunner(db, job)} for update',
      'select null as move_to from print_jobs where ${ofRunner(db, job)} for update',
    ],
  ]),
  ...of('printing/printJobs/reprints.queries.ts', 'printing/printJobs/printJobs.test.ts', [
    ['where id = ${id}) for no key update', 'where id = ${id})'],
    ['union all select j.id from print_jobs j join chain c on j.reprint_of = c.id'],
    ['and j.file_id is not distinct from named.file_id'],
    ['on j.order_id = named.order_id and', 'on'],
    [
      'select id from above where reprint_of is null',
      'select id from above',
      'all others of the chain follow from its first job as well',
    ],
    ['impressions_wasted = impressions_wasted + ${sides}', 'impressions_wasted = ${sides}'],
  ]),
  ...of('printing/printJobs/printJobs.queries.ts', 'printing/printJobs/printJobs.test.ts', [
    ['filter (where j.finished_at is null), 0)', ', 0)'],
    [
      '(j.impressions - j.first_impression + 1) - j.impressions_done)',
      '(j.impressions - j.first_impression + 1))',
    ],
    ['j.cancel_asked_at is not null and j.finished_at is null as', 'j.cancel_asked_at is not null as'],
  ]),
  ...of('printing/production/margins.queries.ts', 'printing/production/production.test.ts', [
    ['c.jobs > 0 and c.created_at', 'c.created_at'],
    ['day_start(to_date + 1)', 'day_start(to_date)'],
    [
      'c.revenue - c.paper - c.click - c.waste - c.binding as margin',
      'c.revenue - c.paper - c.click - c.binding as margin',
    ],
    [
      'sum(c.revenue - c.paper - c.click - c.waste - c.binding)',
      'sum(c.revenue - c.paper - c.click - c.waste)',
    ],
    ['and v.voided_at is null'],
    ['select distinct v.client_id', 'select v.client_id'],
    ['purchased_vouchers v join live_clients l', 'purchased_vouchers v join clients l'],
    ['having sum(orders) <> 0'],
    ['(m.revenue - m.paper - m.click - m.waste - m.binding)', '(m.revenue - m.paper - m.click - m.binding)'],
    ['case when f.revenue > 0 then round', 'case when f.revenue >= 0 then round'],
  ]),
  ...of('printing/production/printerReadings.queries.ts', 'printing/production/printerReadings.test.ts', [
    [
      'select 1 from printer_readings where id = ${id} for update',
      'select 1 from printer_readings where id = ${id}',
    ],
    ['and at <= ${at} order by at desc', 'and at <> ${at} order by at desc'],
    ['${except ? db`and id <> ${except}` : db``}'],
    ["and explanation = '')", ')'],
    ['printer_id = ${printer} and (at, id) < (${at}, ${id})', '(at, id) < (${at}, ${id})'],
    ['and (at, id) < (${at}, ${id}) and', 'and'],
    ['where p.is_active and p.status', 'where p.status'],
    ["p.status->>'state' = 'idle' and"],
    ["and p.seen_at > now() - interval '10 minutes'"],
    ['and j.finished_at > p.seen_at)', 'and false)'],
    ["and j.state not in ('queued', 'held'))", ')'],
    ['r.printer_id = p.id and r.by is null', 'r.printer_id = p.id'],
  ]),
  ...of('printing/production/productionSummary.queries.ts', 'printing/production/printerReadings.test.ts', [
    ['> greatest(c.gap_least, g.counter * c.gap_percent / 100)', '> c.gap_least'],
    ['> greatest(c.gap_least, g.counter * c.gap_percent / 100)', '> g.counter * c.gap_percent / 100'],
    ["and explanation = '' and since", 'and since'],
    ['abs(g.counter - g.by_jobs) > ', 'g.counter - g.by_jobs > '],
    ['day > (select shop_day(now())) - ${daysOfGaps}::int and'],
  ]),
  ...of('printing/production/productionSummary.queries.ts', 'printing/production/production.test.ts', [
    ['        and not is_fully_printed(o)\n'],
    ['o.created_at < (select day_start(shop_day(now())))', 'true'],
    ["unnest(array['print', 'subscription']) t", "unnest(array['print']) t"],
    ['(revenue - paper - click - waste - binding) / 100.0', '(revenue - paper - click - binding) / 100.0'],
  ]),
  ...of('printing/production/production.queries.ts', 'printing/production/production.test.ts', [
    ['sum(impressions_done - impressions_wasted)', 'sum(impressions_done)'],
    ["case when o.status = 'delivered' then n.ordered else 0 end", 'n.ordered'],
    ['(order_revenue(o) - coalesce(c.cost, 0))', '(order_revenue(o))'],
    [
      'where p.is_active or r.counter is not null or f.printed <> 0',
      'where p.is_active or r.counter is not null',
      'what was printed used sheets',
    ],
    ['where p.is_active or r.counter', 'where r.counter'],
  ]),
  ...of('printing/stock/stock.queries.ts', 'printing/stock/stock.test.ts', [
    ["when i.amount <= 0 then 'out'", "when i.amount < 0 then 'out'"],
    ['f.starts > t.today - ${daysOfUse}::int', 'true'],
    ['least(${daysOfUse}::int, max(t.today) - min(f.starts) + 1)', '${daysOfUse}::int'],
  ]),
  ...of('printing/stock/stock.queries.ts', 'printing/stock/usedStock.test.ts', [
    ["when i.amount <= i.low_at then 'low'", "when i.amount < i.low_at then 'low'"],
    ['(i.is_active and i.amount <= i.low_at) =', '(i.amount <= i.low_at) ='],
    ['greatest(i.amount, 0) * u.days', 'i.amount * u.days'],
    ["select pg_advisory_xact_lock(hashtext('stock default'))", 'select 1'],
    ['where paper_size = ${paper_size} and is_default`\n    return', 'where is_default`\n    return'],
    [
      'select 1 from stock_items where paper_size = ${paper_size} and is_default',
      'select 1 from stock_items where is_default',
    ],
  ]),
  ...of('printing/stock/stockEntries.queries.ts', 'printing/stock/usedStock.test.ts', [
    ['where id = ${item} for no key update', 'where id = ${item}'],
  ]),
  ...of('printing/stock/stockWarnings.queries.ts', 'printing/stock/usedStock.test.ts', [
    ['where i.is_active\n', 'where true\n'],
    ["case when i.kind = 'paper' then", 'case when true then'],
  ]),
  ...of('printing/stock/stockWarnings.queries.ts', 'printing/stock/stock.test.ts', [
    ['${(sheets ?? 0) - 1}', '${(sheets ?? 0)}'],
  ]),
  ...of('orders/ticketScans/ticketScans.queries.ts', 'orders/ticketScans/ticketScans.test.ts', [
    ['(${isOffice(actor, purpose)} or o.assigned_user = ${actor.id}', '(true'],
    ['o.assigned_user is null and ticket_code', 'ticket_code'],
    ['ticket_code(o.id) = ${ticket}\n', 'true\n'],
    ["where courier_scans = 'unassigned'"],
    ['    for no key update`', '`'],
    ["by = ${person} and reason = 'not_yours'", 'by = ${person}'],
    ["by = ${person} and reason = 'not_yours'", "reason = 'not_yours'"],
    [" and at > now() - ${missMinutes} * interval '1 minute'"],
    ['select pg_advisory_xact_lock(hashtextextended(${`ticket scans of ${person}`}, 0))', 'select ${person}'],
    [
      "o.out_for_delivery_at > now() - ${repeatSeconds} * interval '1 second'",
      'o.out_for_delivery_at is not null',
    ],
    ['exists (select from printers where is_active)', 'exists (select from printers)'],
  ]),
]
