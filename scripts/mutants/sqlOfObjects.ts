import { of, type SqlMutant } from './sqlMutant.ts'

/** Rules in functions, triggers and views: money, stock, what is printed, who is told and what is recorded. */
export const sqlOfObjects: SqlMutant[] = [
  ...of('coins.sql', 'rewards/coins/coins.test.ts', [
    ['earned = earned + greatest(new.delta, 0), spent', 'earned = earned + new.delta, spent'],
    ['spent = spent + greatest(-new.delta, 0)', 'spent = spent'],
  ]),
  ...of('print_jobs.sql', 'printing/production/fullyPrinted.test.ts', [
    ['least(good, o.copies::bigint * sides)', 'good'],
    ['sum(impressions_done - impressions_wasted)', 'sum(impressions_done)'],
    ['o.copies * coalesce(o.impressions, o.pdf_page_count)', 'coalesce(o.impressions, o.pdf_page_count)'],
    ['coalesce(o.impressions, o.pdf_page_count)', 'o.pdf_page_count'],
    ['good_impressions(o) >= order_impressions(o)', 'good_impressions(o) > order_impressions(o)'],
    ['group by file_id) d', ') d'],
  ]),
  ...of('print_jobs.sql', 'printing/production/production.test.ts', [
    ['select j.impressions_done + (j.cover and j.impressions_done > 0)::int', 'select j.impressions_done'],
    ["when 'bw' then 0 when", "when 'bw' then j.impressions_done when"],
    ['round(j.impressions_done * j.color_impressions::numeric / j.impressions)', 'j.color_impressions'],
    ["if tg_op = 'INSERT' then perform begin_costs(new); end if;"],
  ]),
  ...of('print_jobs.sql', 'printing/production/recount.proof.test.ts', [
    [
      'greatest(least(j.sheets_done, j.copies * s.sides), case',
      'least(least(j.sheets_done, j.copies * s.sides), case',
    ],
    ['least(j.sheets_done, j.copies * s.sides)', 'j.sheets_done'],
    ['((s.sides + 1) / 2)', '(s.sides / 2)'],
    ['(j.impressions_done % s.sides + 1) / 2', '(j.impressions_done % s.sides) / 2'],
    ['j.impressions - j.first_impression + 1 as sides', 'j.impressions as sides'],
    ['    + (j.cover and j.impressions_done > 0)::int\n  from', '  from'],
  ]),
  ...of('print_jobs.sql', 'printing/stock/stock.test.ts', [
    ['if new.finished_at is null then return null; end if;'],
    [
      'select j.impressions_done + (j.cover and j.impressions_done > 0)::int',
      'select j.impressions_done + j.cover::int',
    ],
    ["case when tg_op = 'UPDATE' and old.finished_at is not null then old end", 'null'],
    ["case when tg_op = 'UPDATE' and old.finished_at is not null then old end", 'old'],
  ]),
  ...of('production.sql', 'printing/production/production.test.ts', [
    ["case when o.status = 'cancelled' then 0 else o.amount - o.discount end", 'o.amount - o.discount'],
    ["case when o.status = 'cancelled' then 0 else o.amount - o.discount end", 'o.payable'],
    ['set revenue = order_revenue(new), user_id', 'set user_id'],
    ['revenue = order_revenue(new), user_id = new.user_id,', 'revenue = order_revenue(new),'],
    ['(select unit_cost from stock_items where id = paper_of_size(size))', 'null'],
    ["when 'A4' then paper_a4 when 'A3' then paper_a3", "when 'A4' then paper_a3 when 'A3' then paper_a4"],
    [
      "when 'staple' then binding_staple when 'spiral' then binding_spiral",
      "when 'staple' then binding_spiral",
    ],
    ['cost.printed := j.impressions_done - wasted', 'cost.printed := j.impressions_done'],
    [
      'coalesce(p.click_bw, 0), coalesce(p.click_color, 0)',
      'coalesce(p.click_color, 0), coalesce(p.click_bw, 0)',
    ],
    ['(cost.counted - in_color)::bigint', 'cost.counted::bigint'],
    ['cost.paper := all_paper - round(all_paper * waste_part)', 'cost.paper := all_paper'],
    ['cost.click := all_click - round(all_click * waste_part)', 'cost.click := all_click'],
    ['if was.job_id is null then', 'if true then'],
    ['count(*) filter (where j.counted > 0) as jobs', 'count(*) as jobs'],
    ['o.copies::bigint * binding_cost', 'binding_cost'],
    ['and c.bound_at is null and', 'and'],
    ["and o.status <> 'cancelled'\n    and is_fully_printed", 'and is_fully_printed'],
    ['\n    and is_fully_printed(o)'],
    ['perform from order_costs where order_id = job.order_id for no key update;'],
  ]),
  ...of('production.sql', 'printing/production/recount.proof.test.ts', [
    ['perform recount_costs();\n'],
    ['and j.finished_at is null;', 'and false;'],
    ['where j.finished_at is not null and was is distinct', 'where was is distinct'],
  ]),
  ...of('stock.sql', 'printing/stock/stock.test.ts', [
    [
      "case when new.kind <> 'delivery' then coalesce(new.unit_cost, unit_cost)",
      'case when false then unit_cost',
    ],
    [
      "case when new.kind <> 'delivery' then coalesce(new.unit_cost, unit_cost)",
      "case when new.kind <> 'delivery' then unit_cost",
    ],
    ['item.amount - new.quantity > item.low_at and', 'item.amount - new.quantity >= item.low_at and'],
    ['item.amount - new.quantity > item.low_at and item', 'item'],
    ['and item.amount <= item.low_at', 'and item.amount < item.low_at'],
    ['order by is_default desc, id limit 1', 'order by id limit 1'],
    ['when i.color_only then job_color_impressions(j)'],
    ["(i.kind = 'toner' and i.is_active and i.printer_id", "(i.kind = 'toner' and i.printer_id"],
    ['and i.is_active and i.printer_id = job.printer_id', 'and i.is_active'],
    [
      'if used.uses > 0 and not exists',
      'if not exists',
      'what printers and people count of a job only grows',
    ],
    ['job_use(job, i) - coalesce(job_use(was, i), 0) as uses', 'job_use(job, i) as uses'],
  ]),
  ...of('stock.sql', 'printing/stock/usedStock.test.ts', [
    ['greatest(amount, 0) * coalesce(unit_cost', 'amount * coalesce(unit_cost'],
    ['/ (greatest(amount, 0) + new.quantity), 6)', '/ (amount + new.quantity), 6)'],
    ['coalesce(unit_cost, new.price::numeric / new.quantity)', 'coalesce(unit_cost, 0)'],
    [
      'item.is_active and item.amount - new.quantity > item.low_at',
      'item.amount - new.quantity > item.low_at',
    ],
    ["kind = 'paper' and is_active and paper_size", "kind = 'paper' and paper_size"],
    ["where e.print_job = job.id and e.kind = 'use'),", 'where false),'],
  ]),
  ...of('stock.sql', 'printing/production/recount.proof.test.ts', [
    ['where e.used <> job_use(j, i) order', 'where e.used < job_use(j, i) order'],
    ['sum(quantity)::bigint as amount', 'max(quantity)::bigint as amount'],
  ]),
  ...of('printers.sql', 'printing/production/printerReadings.test.ts', [
    [' where not exists (select from printer_readings n where n.replaces = r.id)'],
    ['then r.impressions - b.impressions - r.jobs + b.jobs', 'then r.impressions - b.impressions - r.jobs'],
    [
      'r.impressions >= b.impressions then r.impressions - b.impressions end as',
      'true then r.impressions - b.impressions end as',
    ],
    ['where b.printer_id = r.printer_id and (b.at', 'where (b.at'],
    ['order by b.at desc, b.id desc limit 1', 'order by b.at, b.id limit 1'],
    ['j.printer_id = printer and j.finished_at is null', 'j.printer_id = printer'],
    ['select sum(job_impressions(j)) from print_jobs', 'select 0 * sum(job_impressions(j)) from print_jobs'],
  ]),
  ...of('vouchers.sql', 'rewards/voucherImports/voucherImports.test.ts', [
    ['if person is null then return null; end if;'],
  ]),
  ...of('vouchers.sql', 'rewards/vouchers/createVouchers.test.ts', [
    ["and current_setting('our_print.restores', true) is not distinct from 'vouchers'", 'and true'],
  ]),
  ...of('vouchers.sql', 'shop/bin/bin.test.ts', [['delete from bin where id in (select id from changed);']]),
  ...of('vouchers.sql', 'shop/events/events.test.ts', [
    [' and stock.available + fell.gone >= c.low_stock_below', ''],
    ['where stock.available < c.low_stock_below', 'where stock.available <= c.low_stock_below'],
  ]),
  ...of('sign_in.sql', 'people/session/signInLimits.proof.test.ts', [
    ['most_failures constant int := 10', 'most_failures constant int := 11'],
    ["where f between clock_timestamp() - interval '15 minutes' and", 'where f <='],
    ["and clock_timestamp() + interval '1 minute'", "and 'infinity'"],
    [
      'set failed_at = recent_failures(f.failed_at) || moment',
      'set failed_at = f.failed_at || moment',
      'old failures are kept, but not counted',
    ],
    [
      '    if pressure.level >= pressure_of_delays then',
      '    if pressure.level > pressure_of_delays then',
      'it falls all the time, so it is never exactly as high',
    ],
    ['greatest(0, p.level - greatest(0, extract(epoch from moment - p.at)) / 36)', 'p.level'],
    ["elsif failures.not_before between moment and moment + interval '1 minute' then", 'elsif false then'],
    ['if not is_known then', 'if true then'],
    ['is_known := is_known or found;', 'is_known := true;'],
    ['least(pressure.level + 1, most_pressure)', 'pressure.level + 1'],
    ['moment, not_before = null, expires_at', 'moment, expires_at'],
    ['where f.expires_at < moment', 'where false'],
    ['where p.expires_at < moment', 'where false'],
    ['f.expires_at < moment', 'f.expires_at > moment'],
    ['failed_at = failed_at || moment, not_before', 'not_before'],
  ]),
  ...of('webhooks.sql', 'shop/webhooks/webhooks.test.ts', [['on e.name = any(w.event_types)', 'on true']]),
  ...of('0_bin.sql', 'shop/bin/bin.test.ts', [
    ['clients where deleted_at is null', 'clients'],
    ['select * from voucher_infos where deleted_at is null', 'select * from voucher_infos'],
    ['qr_codes where deleted_at is null', 'qr_codes'],
    ['from coupons where deleted_at is null', 'from coupons'],
    ['leads where deleted_at is null', 'leads'],
    ['subscription_plans where deleted_at is null', 'subscription_plans'],
    ['where deleted_at is not null);', 'where false);'],
  ]),
  ...of('0_changes.sql', 'shop/audit/audit.test.ts', [
    ['if person is null then return null; end if;\n  if act in', 'if act in'],
    ["if was = '{}' then return null; end if;"],
  ]),
  ...of('0_changes.sql', 'people/session/session.test.ts', [
    [
      "case when name = any(hidden) then $$'hidden'$$ else format('old.\"%s\"', name) end",
      'format(\'old."%s"\', name)',
    ],
    [
      "case when name = any(hidden) then $$'hidden'$$ else format('new.\"%s\"', name) end",
      'format(\'new."%s"\', name)',
    ],
  ]),
  ...of('0_changes.sql', 'people/staff/staff.test.ts', [["hidden <> '{}', format", 'false, format']]),
  ...of('0_changes.sql', 'people/apiKeys/apiKeys.test.ts', [
    ["unaudited_new <> 'false', format", 'false, format'],
  ]),
  ...of('0_changes.sql', 'rewards/coins/coins.test.ts', [
    ["if tg_op = 'DELETE' or tg_op = 'UPDATE' and", "if tg_op = 'TRUNCATE' and"],
  ]),
  ...of('0_changes.sql', 'base/database/versions.test.ts', [
    ['new.version = old.version and %s then', 'false and %s then'],
  ]),
  ...of('0_changes.sql', 'shop/bin/bin.test.ts', [
    ["act := 'restore'; end if;", "act := 'update'; end if;"],
    ["act := 'delete'; end if;", "act := 'update'; end if;"],
    ["if act = 'restore' then\n    delete", 'if false then\n    delete'],
    ["$$tg_op <> 'DELETE' and (tg_op", '$$(tg_op'],
  ]),
  ...of('0_changes.sql', 'shop/events/events.test.ts', [
    ["case when silent <> '{}' then", 'case when false then'],
    ["format('new.%1$I, old.%1$I', staff_user)", "format('new.%1$I, null', staff_user)"],
  ]),
  ...of('changes.sql', 'shop/events/events.test.ts', [
    [
      "when new.status = 'delivered' and old.status <> 'delivered' then",
      "when new.status = 'delivered' then",
    ],
    [
      "when new.status = 'cancelled' and old.status <> 'cancelled' then",
      "when new.status = 'cancelled' then",
    ],
    ['new.assigned_user <> old.assigned_user or new', 'new'],
    ['when new.usage_count > old.usage_count then', 'when new.usage_count >= old.usage_count then'],
    ['when old.voided_at is null and new.voided_at', 'when new.voided_at'],
    ["case new.kind when 'earned' then 'claimed' else", "case new.kind when 'earned' then 'earned' else"],
  ]),
  ...of('changes.sql', 'people/staff/staff.test.ts', [[", hidden => '{password_hash, password_set_by}'"]]),
  ...of('changes.sql', 'rewards/coins/coins.test.ts', [
    ["'coin_entries', append_only => true", "'coin_entries'"],
  ]),
  ...of('changes.sql', 'people/apiKeys/apiKeys.test.ts', [
    [", hidden => '{key_hash}'"],
    [", unaudited_new => 'new.is_api_key'"],
  ]),
  ...of('changes.sql', 'shop/webhooks/webhooks.test.ts', [
    [", hidden => '{secret_sealed, previous_secret_sealed}'"],
  ]),
  ...of('changes.sql', 'printing/printers/printers.test.ts', [
    ['password_sealed, certificate, status', 'status'],
  ]),
  ...of('changes.sql', 'printing/stock/usedStock.test.ts', [
    ["unaudited_new => $$new.kind = 'use'$$, append_only => true", 'append_only => true'],
    ["$$new.kind = 'use'$$, append_only => true", "$$new.kind = 'use'$$"],
  ]),
  ...of('figures.sql', 'shop/dashboard/dashboard.test.ts', [
    ["(status <> ''cancelled'')::int * pdf_page_count * copies", 'pdf_page_count * copies'],
    ['pdf_page_count * copies"', 'pdf_page_count"'],
    ["(status <> ''cancelled'')::int * payable", 'payable'],
    [
      "only_if => 'status = ''delivered'' and delivered_at is not null'",
      "only_if => 'delivered_at is not null'",
      'a move away from delivered takes the time away',
    ],
  ]),
  ...of('figures.sql', 'shop/dashboard/voucherStock.test.ts', [
    ['(is_active and not is_assigned)::int', 'is_active::int'],
  ]),
  ...of('figures.sql', 'people/customers/customers.test.ts', [
    ["kind => 'is_active::text as is_active'", "kind => '''true''::text as is_active'"],
  ]),
  ...of('figures.sql', 'printing/production/production.test.ts', [
    [
      "(status <> ''cancelled'')::int * copies * coalesce(impressions, pdf_page_count)",
      'copies * coalesce(impressions, pdf_page_count)',
    ],
    ["only_if => 'jobs > 0'", "only_if => 'true'"],
    ['"impressions": "copies * coalesce(impressions', '"impressions": "coalesce(impressions'],
  ]),
  ...of('figures.sql', 'printing/stock/stock.test.ts', [
    ["only_if => 'print_job is not null'", "only_if => 'true'"],
  ]),
  ...of('0_files.sql', 'base/files/sweepStorage.test.ts', [["and old.storage_key not like 'demo/%'"]]),
]
