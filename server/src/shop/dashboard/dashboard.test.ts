import { orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { orderTypes } from '@our-print/contract/orders/orders.ts'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { useApi } from '../../../test/api.ts'
import {
  buildCoupon,
  buildLead,
  buildOrder,
  buildQrCode,
  buildStaff,
  buildUser,
} from '../../../test/build.ts'
import { foldDeltas } from '../../base/database/foldDeltas.ts'
import { recountDays, setTimeZone } from '../../base/database/timeZone.ts'

const api = useApi()
const admin = api.as('admin')
const people: string[] = []

const dashboard = async (query = ''): Promise<Dashboard> => {
  const reply = await admin.get(`/api/dashboard${query}`)
  expect([query, reply.statusCode]).toEqual([query, 200])
  return reply.json()
}

const refused = async (query: string) => {
  const reply = await admin.get(`/api/dashboard?${query}`)
  return [reply.statusCode, reply.json().errors?.[0]]
}

const count = async (url: string): Promise<number> => (await admin.get(url)).json().count

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

const within = <T extends { day: string }>(rows: T[], from: string, to: string) =>
  rows.filter((row) => row.day >= from && row.day <= to)
const sum = <T>(rows: T[], read: (row: T) => number) => rows.reduce((total, row) => total + read(row), 0)
const isOpen = ({ status }: { status: string }) => status !== 'delivered' && status !== 'cancelled'

/** The expected figures, computed from the rows in the simplest way. */
async function bruteForce({ from_date, to_date }: { from_date: string; to_date: string }) {
  const day = (column: string) =>
    api.db.unsafe(`(${column} at time zone (select time_zone from shop_clock))::date::text as day`)
  const orders = await api.db<
    { day: string; hour: number; status: string; order_type: string; pages: number; paise: number }[]
  >`select ${day('created_at')}, ${api.db.unsafe(`extract(hour from created_at at time zone (select time_zone from shop_clock))::int as hour`)}, status, order_type, pdf_page_count * copies as pages, payable as paise from orders`
  const delivered = await api.db<{ day: string; assigned_user: string }[]>`
    select ${day('delivered_at')}, assigned_user from orders where status = 'delivered' and delivered_at is not null`
  const users = await api.db<{ day: string }[]>`select ${day('created_at')} from users`
  const scans = await api.db<{ day: string }[]>`
    select ${day('at')} from scans where kind in ('mobile', 'tablet', 'desktop', 'other')`
  const staff = await api.db<{ id: string; full_name: string; open: number }[]>`
    select id, full_name, (select count(*)::int from orders o
      where o.assigned_user = s.id and o.status in ('assigned', 'out-for-delivery')) as open
    from staff_users s where not is_superuser`
  const [{ today }] = await api.db<[{ today: string }]>`select shop_day(now()) as today`

  const length = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1
  const totals = (from: string, to: string) => {
    const earning = within(orders, from, to).filter(({ status }) => status !== 'cancelled')
    return {
      orders: within(orders, from, to).length,
      pages: sum(earning, ({ pages }) => pages),
      revenue: sum(earning, ({ paise }) => paise) / 100,
      delivered: within(delivered, from, to).length,
      scans: within(scans, from, to).length,
    }
  }
  const ofType = (type: string) => {
    const rows = within(orders, from_date, to_date).filter(({ order_type }) => order_type === type)
    const each = orderStatuses.map((status) => [status, rows.filter((row) => row.status === status).length])
    return { ...Object.fromEntries(each), total: rows.length }
  }
  const { pages, revenue } = totals(from_date, to_date)
  const before = [dayBefore(from_date, length), dayBefore(from_date, 1)] as const
  return {
    from_date,
    to_date,
    orders: { print: ofType('print'), subscription: ofType('subscription') },
    revenue,
    pages,
    new_customers: within(users, from_date, to_date).length,
    per_day: Array.from({ length }, (_, index) => dayBefore(from_date, -index)).map((day) => ({
      day,
      ...totals(day, day),
      cancelled: within(orders, day, day).filter(({ status }) => status === 'cancelled').length,
    })),
    per_hour:
      length > 1
        ? null
        : Array.from({ length: 24 }, (_, hour) => {
            const rows = within(orders, from_date, to_date).filter((row) => row.hour === hour)
            const earning = rows.filter(({ status }) => status !== 'cancelled')
            return {
              hour,
              orders: rows.length,
              cancelled: rows.length - earning.length,
              pages: sum(earning, ({ pages }) => pages),
              revenue: sum(earning, ({ paise }) => paise) / 100,
            }
          }),
    ageing: [
      [0, 0],
      [1, 1],
      [2, 3],
      [4, 7],
      [8, null],
    ].map(([min = 0, max]) => {
      const ofAge = orders.filter(
        (row) =>
          isOpen(row) &&
          row.day <= dayBefore(today, min ?? 0) &&
          (max == null || row.day >= dayBefore(today, max)),
      )
      const ofKind = (kind: string) => ofAge.filter(({ order_type }) => order_type === kind).length
      return {
        min_days: min,
        max_days: max,
        orders: ofAge.length,
        print: ofKind('print'),
        subscription: ofKind('subscription'),
      }
    }),
    staff: staff
      .map((person) => ({
        ...person,
        delivered: within(delivered, from_date, to_date).filter(
          ({ assigned_user }) => assigned_user === person.id,
        ).length,
      }))
      .toSorted(
        (a, b) =>
          b.open - a.open || b.delivered - a.delivered || (a.full_name + a.id < b.full_name + b.id ? -1 : 1),
      ),
    previous: { ...totals(...before), new_customers: within(users, ...before).length },
  }
}

async function scan(byPerson: boolean): Promise<void> {
  const { code } = await buildQrCode(api.db)
  const agent = byPerson ? 'Mozilla/5.0 (iPhone) Mobile' : 'Googlebot/2.1'
  await api.as(undefined).get(`/?qr_code=${code}`, { 'user-agent': agent })
}

async function expectExact(query: string): Promise<void> {
  const shown = await dashboard(query)
  expect(shown).toMatchObject(await bruteForce(shown))
  const staff = (await admin.get('/api/staff_users/?limit=100&is_superuser=false')).json().results
  const [known] = await api.db<[{ delivered: number }]>`
    select count(*)::int as delivered from orders where status = 'delivered'`
  expect(staff.reduce((total: number, { delivered }: { delivered: number }) => total + delivered, 0)).toBe(
    known.delivered,
  )
}

beforeAll(async () => {
  people.push(api.people.staff.id, api.people['other staff'].id, (await buildStaff(api.db)).id)
  // Eight weeks of orders, many of them within a second of midnight in India, where an error moves them to another day.
  const midnight = Date.now() - ((Date.now() + 19_800_000) % 86_400_000)
  for (let index = 0; index < 60; index++) {
    const at = midnight - ((index * 7) % 56) * 86_400_000 + ((index % 3) - 1) * 1000
    const status = orderStatuses[index % 5] ?? 'confirmed'
    const created_at = new Date(Math.min(at, Date.now())).toISOString()
    await buildOrder(api.db, {
      status,
      order_type: orderTypes[index % 4 === 0 ? 1 : 0],
      assigned_user: status === 'confirmed' ? null : (people[index % 3] ?? null),
      created_at,
      amount: 1000 + index * 37,
      ...(status === 'delivered' && { delivered_at: created_at }),
    })
  }
  const { id: code } = await buildQrCode(api.db)
  await api.db`
    insert into scans (qr_code_id, at, kind)
    select ${code}, now() - n * interval '41 hours', case when n % 4 = 0 then 'bot' else 'mobile' end
    from generate_series(1, 50) n`
  await buildLead(api.db)
  await buildLead(api.db, { status: 'won' })
})

const ranges = () => {
  const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)
  return fc
    .record({
      back: fc.nat(60),
      length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 500 })),
    })
    .map(({ back, length }) => {
      const to = dayBefore(today, back)
      return `?from_date=${dayBefore(to, length - 1)}&to_date=${to}`
    })
}

const pick = <T>(list: T[], at: number) => list[at % list.length] as T
const ids = async () =>
  (await api.db<{ id: string }[]>`select id from orders order by number`).map(({ id }) => id)

/** Changes of a shop. Some are refused; then no count may change. */
const steps: Record<string, (at: number) => Promise<unknown>> = {
  'take in': (at) => buildOrder(api.db, { amount: 500 + at, order_type: pick([...orderTypes], at) }),
  move: async (at) =>
    admin.patch(`/api/all-orders/${pick(await ids(), at)}/`, {
      status: pick([...orderStatuses], at),
      note: 'As the test goes',
    }),
  assign: async (at) =>
    admin.patch(`/api/all-orders/${pick(await ids(), at)}/`, { assigned_user: pick(people, at) }),
  deliver: async (at) => {
    const [open] = await api.db<{ id: string }[]>`
      select id from orders where status in ('assigned', 'out-for-delivery') order by number offset ${at % 9} limit 1`
    await admin.patch(`/api/all-orders/${open?.id}/`, { status: 'out-for-delivery' })
    await admin.patch(`/api/all-orders/${open?.id}/`, { status: 'delivered' })
  },
  reopen: async (at) => {
    const [done] = await api.db<{ id: string }[]>`
      select id from orders where status = 'delivered' order by number offset ${at % 9} limit 1`
    await admin.patch(`/api/all-orders/${done?.id}/`, { status: 'out-for-delivery', note: 'A mistaken tap' })
  },
  'many at once': async (at) =>
    admin.post('/api/all-orders/bulk/', {
      ids: (await ids()).slice(at % 20, (at % 20) + 12),
      status: pick([...orderStatuses], at),
      assigned_user: pick(people, at),
      note: 'Together',
    }),
  'hand over': (at) =>
    admin.post(`/api/staff_users/${pick(people, at)}/handover/`, { to: pick(people, at + 1) }),
  'new price': async (at) =>
    api.db`update orders set version = version + 1, amount = amount + ${at}, copies = ${1 + (at % 5)}
      where id = ${pick(await ids(), at)}`,
  'come earlier': async (at) =>
    api.db`update orders set version = version + 1, created_at = created_at - interval '1 day'
      where id = ${pick(await ids(), at)}`,
  remove: async (at) => {
    const id = pick(await ids(), at)
    // Not deleted, because coin entries refer to it.
    const [row] = await api.db`select 1 from coin_entries where order_id = ${id} limit 1`
    if (row) return
    await api.db`delete from order_history where order_id = ${id}`
    await api.db`delete from orders where id = ${id}`
  },
  customer: () => buildUser(api.db),
  scan: (at) => scan(at % 2 === 0),
  fold: () => foldDeltas(api.db),
  recount: () => api.db`select recount_figures()`,
}

test('after any changes every figure matches the rows', { tags: ['proof'] }, async () => {
  const walk = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(1000)), {
    minLength: 4,
    maxLength: 8,
  })
  const happens = fc.asyncProperty(walk, ranges(), async (taken, range) => {
    for (const [step, at] of taken) await steps[step]?.(at)
    await expectExact(range)
  })
  await fc.assert(happens, { numRuns: 25, endOnFailure: true })
  const moved = await api.db`select distinct to_status from order_history where note is not null`
  // The number of accepted changes is random.
  expect(moved.length).toBeGreaterThan(1)
})

test('concurrent folds and writes neither lose nor double a count', { tags: ['proof'] }, async () => {
  const busy = Array.from({ length: 12 }, async (_, index) => {
    for (let turn = 0; turn < 6; turn++) {
      await steps['take in']?.(index)
      await steps['deliver']?.(index * 5 + turn)
      await foldDeltas(api.db)
    }
  })
  await Promise.all(busy)
  await expectExact('')
})

test('a tile has the same count as the list that it links to', async () => {
  const { from_date, to_date, orders, ageing, staff, ...rest } = await dashboard()
  const days = `from_date=${from_date}&to_date=${to_date}`
  for (const type of orderTypes) {
    for (const status of orderStatuses) {
      expect(await count(`/api/all-orders/?order_type=${type}&status=${status}&${days}`)).toBe(
        orders[type][status],
      )
    }
    expect(await count(`/api/all-orders/?order_type=${type}&${days}`)).toBe(orders[type].total)
  }
  expect(await count(`/api/users/?${days}`)).toBe(rest.new_customers)
  expect(await count('/api/contact_us/?status=new')).toBe(rest.leads_waiting)
  for (const { id, open } of staff) {
    expect(await count(`/api/my_orders/?assigned_user=${id}&exclude_status=delivered`)).toBe(open)
  }
  for (const { min_days, max_days, orders: waiting } of ageing) {
    const from = max_days === null ? '' : `&from_date=${dayBefore(to_date, max_days)}`
    const lists = ['confirmed', 'assigned', 'out-for-delivery'].map((status) =>
      count(`/api/all-orders/?status=${status}&to_date=${dayBefore(to_date, min_days)}${from}`),
    )
    expect((await Promise.all(lists)).reduce((a, b) => a + b)).toBe(waiting)
  }
  for (const { day, orders: taken } of rest.per_day.slice(-7)) {
    expect(await count(`/api/all-orders/?from_date=${day}&to_date=${day}`)).toBe(taken)
  }
})

test('the deliveries of a staff user today and in seven days are exact', async () => {
  for (const role of ['staff', 'other staff'] as const) {
    const [row] = await api.db`
      select count(*) filter (where shop_day(delivered_at) = shop_day(now()))::int as delivered_today,
        count(*) filter (where shop_day(delivered_at) > shop_day(now()) - 7)::int as delivered_week
      from orders where assigned_user = ${api.people[role].id} and status = 'delivered'`
    expect((await api.as(role).get('/api/staff-dashboard/')).json()).toMatchObject({ ...row })
  }
})

test('a new shop has no coupons and no voucher stock', async () => {
  expect(await dashboard()).toMatchObject({ coupons: [], voucher_stock: [] })
})

test('coupons that are valid today are listed, the most used first', async () => {
  const [used, unused] = [await buildCoupon(api.db, { to: 0 }), await buildCoupon(api.db, { from: 0 })]
  const running = await Promise.all(Array.from({ length: 10 }, () => buildCoupon(api.db)))
  await api.db`update coupons set usage_count = 3 where id = any(${running.map(({ id }) => id)})`
  await api.db`update coupons set usage_count = 7 where id = ${used.id}`
  for (const away of [await buildCoupon(api.db, { from: 1 }), await buildCoupon(api.db, { to: -1 })]) {
    await api.db`update coupons set usage_count = 9 where id = ${away.id}`
  }
  const { coupons } = await dashboard('?from_date=2026-01-01&to_date=2026-01-31')
  expect(coupons).toHaveLength(10)
  expect(coupons[0]).toEqual({ id: used.id, code: used.code, usage_count: 7 })
  expect(coupons.map(({ id }) => id)).not.toContain(unused.id)
})

test('the default range is the last 30 days, and an invalid range is refused', async () => {
  const { from_date, to_date, per_day } = await dashboard()
  expect(to_date).toBe(new Date(Date.now() + 19_800_000).toISOString().slice(0, 10))
  expect([from_date, per_day.length]).toEqual([dayBefore(to_date, 29), 30])
  expect((await dashboard('?to_date=2026-03-15')).from_date).toBe('2026-02-14')
  expect((await dashboard('?from_date=2024-01-01&to_date=2025-12-31')).per_day).toHaveLength(731)

  expect(await refused('from_date=2026-02-02&to_date=2026-02-01')).toEqual([
    400,
    { message: 'The end is before the start', context: { key: 'to_date' } },
  ])
  expect(await refused('from_date=2099-01-01')).toMatchObject([400, { context: { key: 'from_date' } }])
  expect(await refused('from_date=2024-01-01&to_date=2026-01-01')).toEqual([
    400,
    { message: 'At most two years at once', context: { key: 'from_date' } },
  ])
  expect(await refused('from_date=1950-01-01')).toMatchObject([400, { message: 'At most two years at once' }])
  expect(await refused('from_date=2026-02-30')).toMatchObject([400, { context: { key: 'from_date' } }])
})

test('one day has its hours, which add up to the day', async () => {
  const { from_date } = await dashboard()
  let taken = 0
  for (let day = 0; day < 30; day++) {
    const one = dayBefore(from_date, -day)
    await expectExact(`?from_date=${one}&to_date=${one}`)
    const { per_hour, per_day } = await dashboard(`?from_date=${one}&to_date=${one}`)
    expect(per_hour).toHaveLength(24)
    expect(sum(per_hour ?? [], ({ orders }) => orders)).toBe(per_day[0]?.orders)
    taken += per_day[0]?.orders ?? 0
  }
  expect(taken).toBeGreaterThan(10)
  expect((await dashboard(`?from_date=${from_date}`)).per_hour).toBeNull()
})

test('every figure uses the days of the shop’s time zone', async () => {
  await setTimeZone(api.db, 'America/New_York')
  await recountDays(api.db)
  await expectExact('')
  const { to_date } = await dashboard()
  await expectExact(`?from_date=${to_date}`)
  await steps['take in']?.(1)
  await steps['deliver']?.(1)
  await expectExact('')
  await foldDeltas(api.db)
  await expectExact('')
})
afterAll(async () => {
  await setTimeZone(api.db, 'Asia/Kolkata')
  await recountDays(api.db)
})
