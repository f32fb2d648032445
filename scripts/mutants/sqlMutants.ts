import { of, type SqlMutant } from './sqlMutant.ts'
import { sqlOfObjects } from './sqlOfObjects.ts'
import { sqlOfPrinting } from './sqlOfPrinting.ts'
import { sqlOfShop } from './sqlOfShop.ts'

export const sqlMutants: SqlMutant[] = [
  ...of('rewards/coins/coins.queries.ts', 'rewards/coins/coins.test.ts', [
    ['floor(o.payable', 'ceil(o.payable'],
    ['o.payable * round', 'o.amount * round'],
    ['e.coins > 0', 'e.coins >= 0'],
    [' having sum(delta) <> 0'],
    ['-sum(delta)', '-max(delta)'],
    ['coalesce(b.earned - b.spent, 0)', 'coalesce(b.earned, 0)'],
    ['order by e.id desc limit 200', 'order by e.id limit 200'],
  ]),
  ...of('rewards/coins/coins.queries.ts', 'rewards/soldVouchers/sell.test.ts', [
    ['and cost > 0', 'and cost >= 0'],
    ["select user_id, -delta, 'Voucher", "select user_id, 0, 'Voucher"],
    [
      '${purchasedVoucher} and delta < 0',
      '${purchasedVoucher}',
      'a constraint lets one line back in; before it there is only the one that paid',
    ],
  ]),
  ...of('rewards/coupons/couponUses.queries.ts', 'rewards/coupons/coupons.test.ts', [
    ['code_key(code) = code_key(${code}) for no key update', 'code_key(code) = code_key(${code})'],
    ['given_away = given_away + ${discount}', 'given_away = given_away'],
    ['usage_count = usage_count + 1', 'usage_count = ${0} + 1'],
    [' and given_back_at is null\n    returning', '\n    returning'],
    ['c.given_away - sums.discount', 'c.given_away'],
    [' and c.given_back_at is null) as has_used', ') as has_used'],
    ['${isSamePerson(db)} and c.coupon_id', 'c.coupon_id'],
    ["and o.status <> 'cancelled'\n          and o.id", 'and o.id'],
    ['select u.is_active,', 'select true as is_active,'],
    ['where u.id = ${user})\n  order by id for no key update', 'where u.id = ${user})\n  order by id'],
  ]),
  ...of('rewards/soldVouchers/sell.queries.ts', 'rewards/soldVouchers/sell.test.ts', [
    ['and not v.is_assigned and v.is_active', 'and v.is_active'],
    [
      'and not v.is_assigned and v.is_active',
      'and not v.is_assigned',
      'only a void makes a code inactive, and a voided code stays assigned',
    ],
    ['expiry_date >= shop_day(now()) and', 'expiry_date > shop_day(now()) and'],
    ['and exists (select from valid)'],
    ['v.voucher_info_id, v.id for update', 'v.voucher_info_id, v.id desc for update'],
    ["for update ${whenLocked === 'wait' ? db`` : db`skip locked`} limit 1", 'limit 1'],
    ["whenLocked === 'wait' ? db`` : db`skip locked`", 'db``'],
    ["whenLocked === 'wait' ? db`` : db`skip locked`", 'db`skip locked`'],
    [
      'and exists (select from users where id = ${user_id} and is_active)',
      'and exists (select from users where id = ${user_id})',
    ],
    ['version + 1, is_active = false', 'version + 1, is_active = is_active'],
    [
      'from purchased_vouchers where id = ${id}\n    for no key update',
      'from purchased_vouchers where id = ${id}',
    ],
  ]),
  ...of('rewards/plans/soldPlans.queries.ts', 'orders/subscriptionOrders.test.ts', [
    ['and user_id = ${user} and cancelled_at is null and shop_day', 'and cancelled_at is null and shop_day'],
    ['and cancelled_at is null and shop_day(now()) between', 'and shop_day(now()) between'],
    ['shop_day(now()) between starts_on and ends_on\n', 'shop_day(now()) <= ends_on\n'],
    ['shop_day(now()) between starts_on and ends_on\n', 'shop_day(now()) >= starts_on\n'],
    ['pages_total - pages_used >= ${pages}', 'pages_total - pages_used > ${pages}'],
    ['pages_total - pages_used >= ${pages}', 'pages_total >= ${pages}'],
    ['sum(o.plan_pages)', 'max(o.plan_pages)'],
    ['b.pages_used - given.pages', 'b.pages_used - 1'],
    ['where b.id = locked.id', 'where true'],
  ]),
  ...of('rewards/plans/soldPlans.queries.ts', 'rewards/plans/plans.test.ts', [
    ['round(duration_days / 30.0)', 'ceil(duration_days / 30.0)'],
    ['max(b.ends_on) + 1', 'max(b.ends_on)'],
    ['starts + duration_days - 1 as ends', 'starts + duration_days as ends'],
    [
      'and b.plan = p.id and b.cancelled_at is null and b.ends_on',
      'and b.cancelled_at is null and b.ends_on',
    ],
    ['and b.plan = p.id and b.cancelled_at is null and b.ends_on', 'and b.plan = p.id and b.ends_on'],
    ['where id = ${user} for no key update', 'where id = ${user}'],
    ['${plan} and is_active for share', '${plan} for share'],
    ["b.ends_on < ${today(db)} then 'expired'", "b.ends_on <= ${today(db)} then 'expired'"],
  ]),
  ...of('rewards/plans/plans.queries.ts', 'rewards/plans/plans.test.ts', [
    ['count(distinct b.user_id)', 'count(b.user_id)'],
    ['and b.cancelled_at is null and b.ends_on', 'and b.ends_on'],
    ['b.ends_on >= (select', 'b.ends_on > (select'],
  ]),
  ...of('rewards/referrals/referrals.queries.ts', 'rewards/referrals/referrals.test.ts', [
    [
      'where id = ${user} for no key update',
      'where id = ${user}',
      'the trigger of the search has locked the customer when the order was inserted',
    ],
    ["o.user_id = u.id and o.status <> 'cancelled' and o.id", 'o.user_id = u.id and o.id'],
    ['f.referred = u.id and f.cancelled_at is null) as is_referred', 'f.referred = u.id) as is_referred'],
    ['same.id = r.id and ${customers.isSamePerson(db)}', 'same.id = r.id'],
    [
      'and same.id <> u.id) as has_shared_mobile',
      ') as has_shared_mobile',
      'a customer with a referral of their own that counts is refused before this is asked',
    ],
    [
      'and f.referred <> u.id and f.cancelled_at is null)\n        as has_shared_address',
      'and f.referred <> u.id)\n        as has_shared_address',
    ],
    ['and r.counted_at is null', 'and true'],
    ['total = f.total + excluded.total', 'total = f.total + 1'],
    ['and counted_at is not null returning', 'returning'],
    ["when 'taken_back' then -claims else", 'else'],
    ['total = f.total - l.claims', 'total = f.total'],
    [
      'and f.referrals = 0 and f.total = 0',
      'and f.referrals = 0',
      'what was earned is taken back with its referral, so the total is 0 where there is none',
    ],
    ['from counted where claims > 0', 'from counted'],
    ['case when r.referrer = r.referred then 0 else claims_per_referral end', 'claims_per_referral'],
  ]),
  ...of('rewards/referrals/referrers.queries.ts', 'rewards/referrals/referrals.test.ts', [
    ['least(unpaid, ${referrer.remaining}::int - before)', 'unpaid'],
    ['where user_id = ${user.id} for no key update', 'where user_id = ${user.id}'],
    ['set fulfilled = total where', 'set fulfilled = fulfilled + 1 where'],
    ['and f.total > f.fulfilled', 'and f.total >= f.fulfilled'],
    ["c.referrer = f.user_id and c.kind = 'fulfilled') as my_claim", 'c.referrer = f.user_id) as my_claim'],
    ['and r.counted_at is not null\n', '\n'],
  ]),
  ...of('orders/moveOrders.queries.ts', 'orders/everyMove.test.ts', [
    ['and (${seesAllOrders(actor)} or assigned_user = ${actor.id})'],
    ['is_active and not is_superuser and', 'not is_superuser and'],
    ['is_active and not is_superuser and', 'is_active and'],
    ["when m.to_status = 'confirmed' then null\n", "when m.to_status = 'confirmed' then o.assigned_at\n"],
    ["when m.to_status = 'assigned' then null else o.out", 'else o.out'],
    ["(m.from_status = 'out-for-delivery' and m.to_status = 'assigned')::int", '0'],
    ["then now() when 'out-for-delivery' then null", 'then now()'],
    ["case when m.to_status = 'cancelled' then now() else o.cancelled_at end", 'o.cancelled_at'],
  ]),
  ...of('orders/moveOrders.queries.ts', 'orders/updateOrder.test.ts', [
    ['order by id for no key update', 'order by id'],
  ]),
  ...of('orders/deliveryRules.queries.ts', 'orders/deliveryProofs.test.ts', [
    ["where proof_of_delivery = 'required'"],
    ["and p.created_at >= coalesce(o.out_for_delivery_at, '-infinity')"],
  ]),
  ...of('orders/moveOrders.queries.ts', 'orders/ticketScans/ticketScans.test.ts', [
    [
      "case when m.to_status <> 'out-for-delivery' then coalesce(o.shelf_place, ${placeKept(db, moves)}) end",
      'o.shelf_place',
    ],
  ]),
  ...of('orders/shelfPlaces.queries.ts', 'orders/ticketScans/ticketScans.test.ts', [
    [' && note !== null && undoNotes.includes(note)'],
    ["and purpose = 'shelf' and result <> 'refused' order by", 'order by'],
    [
      "and h.to_status = 'assigned'\n          and coalesce(h.note, '') <> all(${[...undoNotes]}::text[])",
      'and false',
    ],
    ["\n          and coalesce(h.note, '') <> all(${[...undoNotes]}::text[])"],
    ['s.at > o.out_for_delivery_at and '],
    ['and p.shelf_place = t.shelf_place and', 'and'],
  ]),
  ...of('orders/orderFiles.queries.ts', 'orders/createOrder.test.ts', [
    ['and order_id is null and removed_at is null and ${isOf}', 'and removed_at is null and ${isOf}'],
    ['and removed_at is null and ${isOf}', 'and removed_at is null'],
    ['order by id for update`\n  return ids.flatMap', 'order by id`\n  return ids.flatMap'],
    ['position = t.position', 'position = -t.position'],
  ]),
  ...of('orders/createOrder.ts', 'orders/createOrder.test.ts', [
    ['select is_active from users', 'select true as is_active from users'],
  ]),
  ...of('orders/handOver.queries.ts', 'people/staff/staff.test.ts', [
    ["and status in ('assigned', 'out-for-delivery')", "and status = 'assigned'"],
    ["assigned_user = ${from} and status in ('assigned', 'out-for-delivery')", 'assigned_user = ${from}'],
    ["case when o.status = 'assigned' then now() else o.assigned_at end", 'now()'],
  ]),
  ...of('people/session/session.queries.ts', 'people/session/session.test.ts', [
    ['holder.is_active and session.used_at > now()', 'session.used_at > now()'],
    ["db`holder.is_active and session.used_at > now() - interval '30 days'`", 'db`holder.is_active`'],
    ["where used_at < now() - interval '30 days'", "where used_at < now() - interval '3 days'"],
    [" and used_at < now() - interval '1 minute'"],
    ['where staff_user = ${staffUser} and token_hash <> ${tokenHash}', 'where staff_user = ${staffUser}'],
    ['where staff_user = ${staffUser} and token_hash <> ${tokenHash}', 'where token_hash <> ${tokenHash}'],
  ]),
  ...of('people/session/session.queries.ts', 'people/session/passwordRaces.proof.test.ts', [
    ['and password_hash = ${checkedHash} and is_active', 'and is_active'],
    ['and password_hash = ${checkedHash} and is_active', 'and password_hash = ${checkedHash}'],
    ['    for share\n', ''],
    ['and password_hash = ${password_hash} and is_active', 'and is_active'],
  ]),
  ...of('people/session/signInLimits.queries.ts', 'people/session/signInLimits.proof.test.ts', [
    ['and origin in (${network}, ${device ?? network})', 'and false'],
    ['and origin in (${network}, ${device ?? network})', 'and true'],
    ['do update set used_at = now()', 'do nothing'],
    ['order by used_at desc offset', 'order by used_at offset'],
    ["used_at < now() - interval '1 year'", "used_at < now() - interval '1 day'"],
  ]),
  ...of('rewards/vouchers/voucherGroups.queries.ts', 'rewards/vouchers/vouchers.test.ts', [
    ['case when i.expiry_date >= ${today(db)}', 'case when i.expiry_date > ${today(db)}'],
    ['then n.available else 0 end', 'then n.codes else 0 end'],
    ['(${available(db)} > 0)', '(${available(db)} >= 0)'],
  ]),
  ...of('rewards/vouchers/vouchers.queries.ts', 'rewards/vouchers/vouchers.test.ts', [
    ['coalesce(p.cost, i.cost)', 'i.cost'],
  ]),
  ...of('rewards/vouchers/deleteVouchers.queries.ts', 'rewards/vouchers/vouchers.test.ts', [
    ['where id = any(${ids}) and is_assigned order by', 'where id = any(${ids}) and false order by'],
    [
      'and deleted_at is null\n      and not exists (select from vouchers v where v.voucher_info_id = i.id)',
      'and deleted_at is null',
    ],
  ]),
  ...of('rewards/vouchers/deleteVouchers.queries.ts', 'shop/bin/bin.test.ts', [
    [
      'update voucher_infos set deleted_at = null where',
      'update voucher_infos set deleted_at = deleted_at where',
    ],
    ["set_config('our_print.restores', 'vouchers', true)", "set_config('our_print.restores', '', true)"],
    [
      'from deleted_vouchers v where not exists (select from bin b where b.id = v.id)',
      'from deleted_vouchers v',
    ],
  ]),
  ...of('rewards/vouchers/voucherGroups.queries.ts', 'shop/bin/bin.test.ts', [
    ['and i.deleted_at = c.deleted_at', 'and i.deleted_at is not null'],
  ]),
  ...of('shop/bin/bin.queries.ts', 'shop/bin/bin.test.ts', [
    ['where b.deleted_at > now()', 'where b.deleted_at <> now()'],
  ]),
  ...of('shop/bin/bin.queries.ts', 'shop/bin/binRaces.proof.test.ts', [
    ['order by b.id for update', 'order by b.id'],
  ]),
  ...of('rewards/voucherImports/voucherImports.queries.ts', 'rewards/voucherImports/voucherImports.test.ts', [
    ["when is_double then 'The file has this code twice'"],
    ['over (order by u.code_key, u.line)', 'over (order by u.code_key, u.line desc)'],
    ['first_value(new_id)', 'first_value(uuid_v7())'],
    ['over (partition by voucher_detail, cost)', 'over (partition by voucher_detail)'],
    ['v.client_id = ${client} and v.code_key', 'v.code_key'],
    [
      "select pg_advisory_xact_lock(hashtextextended('voucher import ' || ${client}::text, 0))",
      'select ${client}::text',
    ],
  ]),
  ...sqlOfObjects,
  ...sqlOfPrinting,
  ...sqlOfShop,
]
