import { beforeAll, expect, test } from 'vitest'
import { useApi } from './api.ts'
import { buildPrintJob, buildStockItem } from './buildPrinting.ts'
import { expectInvariantsHold, findBrokenInvariants } from './invariants.ts'
import { buildFixture, writes } from './writeKinds.ts'

// Tests the check itself: it finds nothing in a correct shop, and every counter that is wrong by one.

const api = useApi()
const refused: string[] = []

beforeAll(async () => {
  const admin = api.as('admin')
  for (const [name, write] of Object.entries(writes)) {
    const { statusCode, body } = await write.send(admin, await buildFixture(api.db, admin))
    if (statusCode >= 400) refused.push(`${name}: ${JSON.parse(body).code}`)
  }
  const paper = await buildStockItem(api.db, { is_default: true })
  await api.db`insert into stock_entries (item_id, kind, quantity, price) values (${paper.id}, 'delivery', 500, 30000)`
  const orders = await api.db<{ id: string }[]>`
    select id from orders where pdf_page_count = 1 and status <> 'cancelled' order by id limit 3`
  for (const { id } of orders) await buildPrintJob(api.db, { order: id, impressions_wasted: 1 })
})

test('all invariants hold after writes of every kind', async () => {
  expect(refused).toEqual([
    // Nothing was paid of the order, and nothing into the account.
    'pay back: refused',
    'pay from the account: refused',
    'deactivate a staff user: holds_orders',
    'delete the company: in_use',
    'delete the plan: in_use',
    'mark the referrer as fulfilled: fulfilled_already',
  ])
  await expectInvariantsHold(api.db, api.resources.storage)
  await api.db`select fold_figures()`
  await expectInvariantsHold(api.db, api.resources.storage)
})

const drifts: [string, string][] = [
  ['counted figures', `update figure_counts set n1 = n1 + 1 where figure = 'order_figures'`],
  [
    'counted figures',
    `update figure_counts set n1 = n1 + 1 where figure = 'delivery_figures' and period = 'week'`,
  ],
  ['counted figures', `delete from figure_counts where figure = 'order_figures'`],
  [
    'counted figures',
    `insert into figure_deltas (figure, day, n7) values ('order_figures', current_date, 1)`,
  ],
  ['coin balances', 'update coin_balances set earned = earned + 1'],
  [
    'coins of orders',
    `
    insert into coin_entries (user_id, delta, reason, order_id) select user_id, 1, 'Twice', id from orders
    where status <> 'delivered' limit 1`,
  ],
  ['sold vouchers', 'update vouchers set version = version + 1, is_assigned = false where is_assigned'],
  ['coupons', 'update coupons set usage_count = usage_count + 1'],
  ['pages of plans', 'update user_subscription_plans set version = version + 1, pages_used = pages_used + 1'],
  [
    'counted figures',
    `update figure_counts set n1 = n1 + 1 where figure = 'scan_figures' and period = 'all'`,
  ],
  ['referrers', 'update referrers set total = total + 1'],
  ['referrals', 'update referrals set counted_at = case when counted_at is null then now() end'],
  ['order histories', `insert into order_history (order_id, to_status) select id, 'nowhere' from orders`],
  [
    'sequence of order histories',
    `update order_history set from_status = 'nowhere' where from_status is not null`,
  ],
  [
    'entries of order histories',
    `insert into order_history (order_id, from_status, to_status) select id, status, status from orders`,
  ],
  [
    'assignee and delivery time of orders',
    'update orders set version = version + 1, delivered_at = now() where delivered_at is null',
  ],
  ['assignee and delivery time of orders', 'update staff_users set version = version + 1, is_active = false'],
  ['pages of files', 'update order_files set page_count = page_count + 1'],
  ['settled amounts', 'update referrals set sale_amount = sale_amount + 1'],
  [
    'settled amounts',
    'update vouchers set version = version + 1, is_active = true where id in (select voucher_id from purchased_vouchers where voided_at is not null)',
  ],
  ['words of orders', `update order_search set words = words || 'old'`],
  ['words of orders', 'update order_search set own_length = own_length - 1'],
  ['words of orders', 'update order_search set title_length = title_length + 1'],
  ['words of orders', 'update order_search set user_id = order_id'],
  ['words of orders', `update customer_search set words = words || 'old'`],
  ['stock', 'update stock_items set amount = amount + 1'],
  ['counted figures', `update figure_counts set n1 = n1 + 1 where figure = 'stock_use_figures'`],
  [
    'jobs of cancelled orders',
    `
    update orders set version = version + 1, status = 'cancelled', cancelled_at = now()
      where id in (select order_id from print_jobs);
    update print_jobs set version = version + 1, finished_at = null, state = 'held'`,
  ],
  ['paper of jobs', 'update print_jobs set version = version + 1, finished_at = null, state = $$printing$$'],
  [
    'toner of jobs',
    `
    insert into stock_items (kind, name, pack_size) values ('toner', 'Black', 1000);
    insert into stock_entries (item_id, kind, quantity, print_job)
    select i.id, 'use', -1, j.id from stock_items i cross join print_jobs j where i.kind = 'toner'`,
  ],
  ['costs of jobs', 'update print_job_costs set paper = paper + 1'],
  ['costs of jobs', 'delete from print_job_costs'],
  ['costs of orders', 'update order_costs set revenue = revenue + 1'],
  [
    'costs of orders',
    'update print_jobs set version = version + 1, impressions_done = 0, impressions_wasted = 0',
  ],
  ['what is printed of orders', `update orders set printed = 'part'`],
  ['production', `update figure_counts set n8 = n8 + 1 where figure = 'order_figures' and period = 'day'`],
  ['production', `insert into figure_deltas (figure, day, n2) values ('printed_figures', current_date, 1)`],
  ['counted figures', `update figure_counts set n3 = n3 + 1 where figure = 'voucher_figures'`],
  ['files', 'update order_files set size = size + 1'],
]

test.each(drifts)('finds a wrong value: %s', async (name, drift) => {
  let broken: Record<string, unknown> = {}
  const rolledBack = api.db.begin(async (tx) => {
    await tx.unsafe(drift)
    broken = await findBrokenInvariants(tx, api.resources.storage)
    throw new Error('Roll back')
  })
  await expect(rolledBack).rejects.toThrow('Roll back')
  expect(Object.keys(broken)).toContain(name)
})
