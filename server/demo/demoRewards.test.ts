import { buffer } from 'node:stream/consumers'
import type { Client } from '@our-print/contract/rewards/clients.ts'
import type { Coupon } from '@our-print/contract/rewards/coupons.ts'
import type { QrCode, Scans } from '@our-print/contract/rewards/qrCodes.ts'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import type { Voucher, VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'
import { beforeAll, expect, test } from 'vitest'
import { addressKey } from '../src/rewards/referrals/referrals.queries.ts'
import { useApi } from '../test/api.ts'
import { openDemoShop } from './demoShop.ts'

const api = useApi()
const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)

// Created with the current date, so that active and expired records are the same for the server.
beforeAll(async () => {
  await openDemoShop(api.resources, { orders: 400 })
})

const read = async <T>(url: string): Promise<T> => {
  const reply = await api.as('admin').get(url)
  expect([url, reply.statusCode]).toEqual([url, 200])
  return reply.json()
}
const list = async <T>(url: string) => (await read<{ results: T[] }>(url)).results

test('there are companies of every kind, with exact voucher counts', async () => {
  const companies = await list<Client>('/api/clients/?limit=100')
  expect(companies).toHaveLength(13)
  const counted = await api.db`
    select c.name, count(distinct i.id)::int as groups, count(v.id)::int as codes,
      count(v.id) filter (where v.is_active and not v.is_assigned and i.expiry_date >= ${today})::int as available
    from clients c left join voucher_infos i on i.client_id = c.id left join vouchers v on v.voucher_info_id = i.id
    group by c.id, c.name order by c.name`
  const shown = companies.map(({ name, vouchers }) => ({ name, ...vouchers }))
  expect(shown.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(counted.map((row) => ({ ...row })))
  expect(companies.filter(({ low_stock }) => low_stock).map(({ name }) => name)).toContain('Udupi Upahara')
  expect(companies.filter(({ vouchers }) => vouchers.codes === 0).map(({ name }) => name)).toEqual([
    'Jasmine Flowers',
  ])
  expect(companies.some(({ is_advertisible }) => is_advertisible)).toBe(true)
})

test('each voucher group counts its vouchers, and image URLs return PNGs', async () => {
  const groups = await list<VoucherGroup>('/api/voucher-groups/?limit=100')
  const wrong = await api.db`
    select i.id from voucher_infos i left join vouchers v on v.voucher_info_id = i.id
    group by i.id having not exists (select from voucher_figures c where c.voucher_info_id = i.id
      and c.codes = count(v.id) and c.assigned = count(v.id) filter (where v.is_assigned)
      and c.available = count(v.id) filter (where v.is_active and not v.is_assigned))`
  expect(wrong).toEqual([])
  expect(groups.filter(({ expiry_date }) => expiry_date < today)).toHaveLength(3)
  expect(groups.find(({ voucher_detail }) => voucher_detail.startsWith('Masala'))?.available).toBe(2)
  const pictured = groups.filter(({ image }) => image)
  expect(pictured.length).toBeGreaterThan(2)
  const reply = await api.as(undefined).get(pictured[0]?.image?.replace('http://print.test', '') ?? '')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
  const stored = await api.db<{ storage_key: string; size: number }[]>`select storage_key, size from images`
  for (const { storage_key, size } of stored) {
    expect((await buffer(await api.resources.storage.read(storage_key))).length).toBe(size)
    expect(size).toBeLessThan(20_000)
  }
})

test('a sold voucher has the values of its group and is sold once, before its expiry, oldest first', async () => {
  const wrong = await api.db`
    select p.id from purchased_vouchers p join vouchers v on v.id = p.voucher_id
    join voucher_infos i on i.id = p.voucher_info_id join users u on u.id = p.user_id
    where (p.voucher_code, p.voucher_info_id, p.client_id, p.voucher_detail, p.cost, p.expiry_date)
        is distinct from (v.voucher_code, v.voucher_info_id, v.client_id, i.voucher_detail, i.cost, i.expiry_date)
      or p.image_id is distinct from i.image_id or not v.is_assigned
      or v.is_active <> (p.voided_at is null) or v.version <> case when p.voided_at is null then 2 else 3 end
      or p.purchased_at < i.created_on or shop_day(p.purchased_at) > i.expiry_date
      or p.purchased_at < u.created_at or p.purchased_at > now() or p.voided_at not between p.purchased_at and now()
      or exists (select from vouchers o where o.voucher_info_id = v.voucher_info_id and not o.is_assigned and o.id < v.id)
    union all
    select v.id from vouchers v where v.is_assigned and not exists (
      select from purchased_vouchers p where p.voucher_id = v.id)`
  expect(wrong).toEqual([])
  const sold = await read<{ count: number }>('/api/get-purchased-voucher/')
  expect(sold.count).toBeGreaterThan(30)
  expect(await list('/api/get-purchased-voucher/?voided=true')).toHaveLength(1)
  const codes = await list<Voucher>('/api/get-voucher/?is_assigned=true')
  expect(codes.every(({ is_assigned }) => is_assigned)).toBe(true)
})

test('every sold voucher is paid, the voided one is given back, and no balance was ever below zero', async () => {
  const unpaid = await api.db`
    select p.id from purchased_vouchers p left join coin_entries e on e.purchased_voucher = p.id
    group by p.id having coalesce(sum(e.delta), 0) <> case when p.voided_at is null then -p.cost else 0 end
      or count(e.id) <> case when p.cost = 0 then 0 when p.voided_at is null then 1 else 2 end`
  expect(unpaid).toEqual([])
  const below = await api.db`
    select user_id, at from (
      select user_id, at, sum(delta) over (partition by user_id order by at, delta rows unbounded preceding) as holds
      from coin_entries) lines where holds < 0`
  expect(below).toEqual([])
  const unbalanced = await api.db`
    select user_id, coalesce(sum(delta) filter (where delta > 0), 0), coalesce(-sum(delta) filter (where delta < 0), 0)
      from coin_entries group by 1
    except select user_id, earned, spent from coin_balances`
  expect(unbalanced).toEqual([])
})

test('coupon counts match the orders', async () => {
  const wrong = await api.db`
    select o.number::text from orders o left join coupon_uses c on c.order_id = o.id
    where o.coupon_code is distinct from c.code or o.discount <> coalesce(c.discount, 0)
      or c.user_id <> o.user_id or c.at <> o.created_at or c.given_back_at is distinct from
        case when c.id is not null then o.cancelled_at end
    union all
    select c.code from coupons c left join coupon_uses u on u.coupon_id = c.id and u.given_back_at is null
    group by c.id having c.usage_count <> count(u.id) or c.given_away <> coalesce(sum(u.discount), 0)
    union all
    select c.code from coupons c join coupon_uses u on u.coupon_id = c.id join orders o on o.id = u.order_id
    where u.code <> c.code or u.one_time_only <> c.one_time_only
      or u.discount <> floor(o.amount * c.discount_percentage / 100 + 0.5)
      or shop_day(u.at) not between c.valid_from and c.valid_to
      or (c.isfornew and exists (select from orders e where e.user_id = o.user_id and e.number < o.number))
    union all
    select code from coupon_uses where one_time_only group by code, user_id having count(*) > 1`
  expect(wrong).toEqual([])
  const coupons = await read<Coupon[]>('/coupon_app/api/coupons/')
  const used = (code: string) => coupons.find((coupon) => coupon.code === code)?.usage_count ?? 0
  expect(coupons.some(({ valid_to }) => valid_to < today)).toBe(true)
  expect(coupons.some(({ valid_from }) => valid_from > today)).toBe(true)
  expect(used('WELCOME20')).toBeGreaterThan(3)
  expect(used('STUDENT10')).toBeGreaterThan(3)
  const [deleted] = await api.db`select count(*)::int as uses from coupon_uses where coupon_id is null`
  expect(deleted?.['uses']).toBeGreaterThan(0)
})

test('a referral counts when the first order is delivered, and claims match', async () => {
  const wrong = await api.db`
    select r.id from referrals r join orders o on o.id = r.order_id join users u on u.id = r.referrer
    join users n on n.id = r.referred
    where o.user_id <> r.referred or r.created_at <> o.created_at or r.referral_code <> u.referral_code
      or (r.counted_at is not null) <> (o.status = 'delivered') or r.counted_at <> o.delivered_at
      or r.sale_amount <> case when o.status = 'delivered' then o.payable else 0 end
      or r.cancelled_at is distinct from o.cancelled_at or u.created_at > n.created_at
      or exists (select from orders e where e.user_id = r.referred and e.number < o.number)
    union all
    select f.user_id from referrers f
    where f.referrals <> (select count(*) from referrals r where r.referrer = f.user_id and r.counted_at is not null)
      or f.total <> (select coalesce(sum(claims), 0) from referral_claims c where c.referrer = f.user_id and kind = 'earned')
      or f.fulfilled <> (select coalesce(sum(claims), 0) from referral_claims c
        where c.referrer = f.user_id and kind = 'fulfilled')
    union all
    select r.referrer from referrals r where counted_at is not null
      and not exists (select from referrers f where f.user_id = r.referrer)
    union all
    select c.id from referral_claims c join referrals r on r.id = c.referral_id
    where c.referrer <> r.referrer or c.at < r.counted_at or c.at > now()`
  expect(wrong).toEqual([])
})

test('there are referrers with and without open claims, one suspicion, and one referral that waits for delivery', async () => {
  const referrers = await read<Referrer[]>('/referral_app/referrals-stats/')
  expect(referrers.some(({ referrals_count }) => referrals_count > 1)).toBe(true)
  expect(referrers.some(({ remaining_claims }) => remaining_claims > 0)).toBe(true)
  expect(referrers.some(({ remaining_claims }) => remaining_claims === 0)).toBe(true)
  const [waiting] = await api.db`
    select count(*)::int as referrals from referrals where counted_at is null and cancelled_at is null`
  expect(waiting?.['referrals']).toBeGreaterThan(0)

  const referrals = await api.db<
    {
      address: Parameters<typeof addressKey>[0] | null
      address_key: string
      suspicions: string[]
      gone: boolean
    }[]
  >`
    select o.address, r.address_key, r.suspicions, r.cancelled_at is not null as gone
    from referrals r join orders o on o.id = r.order_id order by r.created_at, r.id`
  for (const { address, address_key } of referrals) expect(address && addressKey(address)).toBe(address_key)
  expect(referrals.some(({ suspicions }) => suspicions.length > 0)).toBe(true)
  for (const [index, { address_key, suspicions }] of referrals.entries()) {
    const isShared = referrals
      .slice(0, index)
      .some((other) => address_key && other.address_key === address_key)
    if (suspicions.length > 0) expect(isShared).toBe(true)
  }
})

test('scans follow the weekdays, hit only usable QR codes, and match the counters', async () => {
  const wrong = await api.db`
    select s.id::text from scans s join qr_codes q on q.id = s.qr_code_id
    where s.at < q.generated_date or s.at > now() or s.at > q.deleted_at or shop_day(s.at) > q.validity
    union all
    (select qr_code_id::text || kind from (
      select qr_code_id, shop_day(at), kind, count(*) from scans group by 1, 2, 3
      except select qr_code_id, starts, kind, scans from scan_figures where period = 'day') missed)`
  expect(wrong).toEqual([])
  const { total, devices, not_counted, per_day } = await read<Scans>('/api/qr-codes/scans/')
  expect(devices.mobile).toBeGreaterThan(total / 2)
  expect(not_counted.bot).toBeGreaterThan(0)
  const weekday = (day: string) => new Date(day).getUTCDay()
  const on = (days: number[]) =>
    per_day.filter(({ day }) => days.includes(weekday(day))).reduce((sum, day) => sum + day.total, 0) /
    days.length
  expect(on([6, 0])).toBeGreaterThan(on([1, 2, 3]) * 1.2)
  const codes = await list<QrCode>('/api/qr-codes/?limit=100')
  expect(codes).toHaveLength(10)
  expect(codes.some(({ is_active }) => !is_active)).toBe(true)
  expect(codes.some(({ validity }) => validity < today)).toBe(true)
  expect(codes.some(({ image }) => image)).toBe(true)
  const opened = codes.find(({ is_active, validity, image }) => is_active && validity >= today && !image)
  expect((await api.as(undefined).get(`/?qr_code=${opened?.code}`)).statusCode).toBe(302)
})

test('one lead is a company', async () => {
  const became = await api.db`
    select l.status, l.created_at < c.created_at as is_later, l.mobile = c.contact as is_same
    from leads l join clients c on c.id = l.client_id`
  expect(became.map((row) => ({ ...row }))).toEqual([{ status: 'won', is_later: true, is_same: true }])
})
