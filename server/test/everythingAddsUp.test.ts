import { beforeEach, expect, test } from 'vitest'
import { useApi } from './api.ts'
import { buildOrder, buildQrCode, buildStaff, buildUser, buildUserPlan, buildVouchers } from './build.ts'
import { findDifferences } from './everythingAddsUp.ts'

// Each kept number is made wrong behind the triggers' back, and must be found.

const api = useApi()
const admin = api.as('admin')
let order: string

beforeEach(async () => {
  await api.db`truncate users, orders, vouchers, voucher_infos, coupons, qr_codes, scans cascade`
  await api.db`select recount_orders(), recount_users(), rebalance_coins(), recount_vouchers(), recount_scans()`
  await api.db`truncate referrer_counts`
  const user = await buildUser(api.db)
  order = (await buildOrder(api.db, { user: user.id, status: 'delivered' })).id
  await admin.post(`/api/users/${user.id}/coins/`, { delta: 10, reason: 'Welcome' })
  const { id } = await buildVouchers(api.db, { cost: 100, voucher_codes: ['A', 'B'] })
  await admin.post('/api/save-purchased-voucher/', { user_id: user.id, voucher_info_id: id })
  await buildUserPlan(api.db, { user: user.id })
  const { code } = await buildQrCode(api.db)
  await admin.get(`/?qr_code=${code}`)
  await api.db`select fold_order_counts(), fold_voucher_counts(), fold_scan_counts()`
  expect(await findDifferences(api.db)).toEqual([])
})

const wrongs: [string, string][] = [
  ['orders counted ever', `update order_counts set orders = orders + 1 where period = 'ever'`],
  [
    'order_counts',
    `insert into order_count_deltas values ('print', 'confirmed', '2026-01-01', 1), ('print', 'confirmed', '2026-01-02', -1)`,
  ],
  ['day_counts', `update day_counts set payable = payable + 1`],
  ['staff_delivery_counts', `update staff_delivery_counts set orders = orders + 1 where period = 'week'`],
  ['user_counts', `update user_counts set users = users + 1`],
  ['user_day_counts', `delete from user_day_counts`],
  ['voucher_counts', `update voucher_counts set available = available + 1`],
  ['voucher_group_counts', `update voucher_group_counts set assigned = 0`],
  ['scan_counts', `update scan_counts set scans = scans + 1 where period = 'day'`],
  ['scan_day_counts', `update scan_day_counts set other = other + 1`],
  ['search text of an order', `update order_search set words = words || 'x'`],
  ['order and its last line of history', `update order_history set to_status = 'assigned'`],
  [
    'line of history that does not follow',
    `insert into order_history (order_id, from_status, to_status) select id, 'assigned', 'delivered' from orders limit 1`,
  ],
  [
    'open order without an active staff user',
    `update orders set status = 'out-for-delivery', delivered_at = null; update staff_users set is_active = false where not is_superuser`,
  ],
  ['time of delivery', `update orders set delivered_at = null`],
  [
    'pages of an order and of its files',
    `insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256, uploaded_by, position) select o.id, 'a', 'application/pdf', 1, 99, 'x/x.pdf', '', s.id, 0 from orders o, staff_users s limit 1`,
  ],
  ['coin balance and ledger', `update coin_balances set earned = earned + 1`],
  ['coins of a sold voucher', `update purchased_vouchers set cost = cost + 1`],
  ['sold code', `update vouchers set is_assigned = false`],
  [
    'uses of a coupon',
    `insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew, usage_count) values ('x', 'X', 5, '2026-01-01', '2026-01-02', true, true, 3)`,
  ],
  [
    'coupon of an order',
    `insert into coupon_uses (code, order_id, user_id, discount, one_time_only) select 'X', id, user_id, 5, false from orders limit 1`,
  ],
  ['pages used of a plan', `update user_subscription_plans set pages_used = 3`],
  [
    'sums of a referrer',
    `insert into referrers (user_id, referrals, total) select id, 1, 1 from users limit 1`,
  ],
  ['referrers in a block', `insert into referrer_counts values (7, 3)`],
]

test.each(wrongs)('finds what is wrong with: %s', async (what, statement) => {
  const before = await findDifferences(api.db)
  await api.db.unsafe(statement)
  const found = (await findDifferences(api.db)).filter((difference) => !before.includes(difference))
  expect(found.map((difference) => difference.split(':')[0])).toContainEqual(expect.stringContaining(what))
  await api.db`update staff_users set is_active = true`
})

test('finds coins that were earned twice, or kept for an order that is no longer delivered', async () => {
  await api.db`insert into coin_entries (user_id, delta, reason, order_id)
    select o.user_id, 5, 'Delivered', o.id from orders o, generate_series(1, 2) where o.id = ${order}`
  expect(await findDifferences(api.db)).toContainEqual(expect.stringContaining('coins earned more than once'))
  await api.db`update orders set status = 'out-for-delivery', delivered_at = null where id = ${order}`
  expect(await findDifferences(api.db)).toContainEqual(expect.stringContaining('order that is not delivered'))
})

test('finds a referral that counts without its order being delivered', async () => {
  const [referrer, referred] = [await buildUser(api.db), await buildUser(api.db)]
  const { id } = await buildOrder(api.db, {
    user: referred.id,
    status: 'assigned',
    assigned_user: (await buildStaff(api.db)).id,
  })
  await api.db`insert into referrals (referrer, referred, order_id, referral_code, counted_at)
    values (${referrer.id}, ${referred.id}, ${id}, 'X', now())`
  expect(await findDifferences(api.db)).toContainEqual(expect.stringContaining('referral that counts'))
})
