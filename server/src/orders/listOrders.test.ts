import { randomUUID } from 'node:crypto'
import { type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../test/fastCheck.ts'
import { openSession, useApi } from '../../test/api.ts'
import { buildOrder, buildSoldPlan, buildStaff, buildUser, buildVouchers } from '../../test/build.ts'
import { foldDeltas } from '../base/database/foldDeltas.ts'

type Page = { count: number; next: string | null; previous: string | null; results: Order[] }

const api = useApi()
const admin = api.as('admin')
const page = async (url: string) => {
  const reply = await admin.get(url)
  expect([url, reply.statusCode]).toEqual([url, 200])
  return reply.json<Page>()
}

const home = {
  line1: '1 Main Road',
  line2: '',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
}

/** Companies with vouchers of both customers, of one, and of none any more. */
const companies = { 'of both': '', 'of one': '', 'of none': '', unknown: randomUUID() }

async function sellVouchers(buyer: string, orderer: string) {
  const sell = async (buyers: string[]) => {
    const { id, client } = await buildVouchers(api.db, { voucher_codes: ['A1', 'B2', 'C3'] })
    const sold = await Promise.all(
      buyers.map((user_id) => admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: id })),
    )
    expect(sold.map(({ statusCode }) => statusCode)).toEqual(buyers.map(() => 201))
    return { client, last: sold.at(-1)?.json<{ id: string }>().id }
  }
  const takeBack = async (id: string | undefined) => {
    const reply = await admin.post('/api/void-purchased-voucher/', { id, reason: 'Wrong voucher' })
    expect(reply.statusCode).toBe(200)
  }
  const both = await sell([buyer, orderer, orderer])
  const one = await sell([orderer, buyer])
  const none = await sell([buyer])
  for (const { last } of [both, one, none]) await takeBack(last)
  Object.assign(companies, { 'of both': both.client, 'of one': one.client, 'of none': none.client })
}

// Some 700 orders over five months, many of them within a second of midnight in India (18:30 UTC) and of the turn of
// a month, and many with the same time, so that only their ids give a sequence.
beforeAll(async () => {
  const user = await buildUser(api.db, { first_name: 'Bulk', last_name: 'Buyer' })
  const other = await buildUser(api.db, { first_name: 'Bulk', last_name: 'Orderer' })
  const plan = await buildSoldPlan(api.db, { user: user.id })
  await sellVouchers(user.id, other.id)
  const staff = [api.people.staff.id, api.people['other staff'].id]
  const random = fc.sample(
    fc.record({
      at: fc.oneof(
        fc
          .tuple(fc.integer({ min: 0, max: 150 }), fc.constantFrom(-1, 0, 1))
          .map(([day, off]) => day * 86_400 + off),
        fc.integer({ min: 0, max: 150 * 86_400 }),
      ),
      status: fc.constantFrom(...orderStatuses),
      order_type: fc.constantFrom('print', 'print', 'print', 'subscription'),
      staff: fc.constantFrom(...staff),
      color: fc.constantFrom('bw', 'bw', 'color'),
      paper_size: fc.constantFrom('A4', 'A4', 'A3'),
      pickup: fc.boolean(),
      amount: fc.constantFrom(100, 4600, 4601, 250_000),
    }),
    { numRuns: 700, seed: 7 },
  )
  const midnight = Date.parse('2026-01-31T18:30:00Z')
  await api.db`
    insert into orders ${api.db(
      random.map(({ at, status, order_type, staff, color, paper_size, pickup, amount }, index) => ({
        title: `Bulk ${index}`,
        status,
        order_type,
        user_subscription_plan: order_type === 'subscription' ? plan.id : null,
        user_id: order_type === 'print' && index % 3 === 0 ? other.id : user.id,
        assigned_user: status === 'confirmed' ? null : staff,
        pdf_page_count: 1,
        copies: 1,
        color,
        sides: 'single',
        paper_size,
        binding: 'none',
        pickup,
        address: pickup ? null : api.db.json(home),
        amount,
        created_at: new Date(midnight + at * 1000).toISOString(),
        delivered_at: status === 'delivered' ? new Date(midnight + at * 1000).toISOString() : null,
      })),
    )}`
})

const day = fc
  .integer({ min: -2, max: 152 })
  .map((days) => new Date(Date.parse('2026-02-01T00:00:00Z') + days * 86_400_000).toISOString().slice(0, 10))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const filters = fc.record({
  status: maybe(
    fc.oneof(fc.constantFrom(...orderStatuses), fc.subarray([...orderStatuses], { minLength: 2 })),
  ),
  ordering: maybe(fc.constantFrom('created_at', '-created_at', 'payable', '-payable')),
  order_type: maybe(fc.constantFrom('print', 'subscription')),
  exclude_order_type: maybe(fc.constantFrom('print', 'subscription')),
  from_date: maybe(day),
  to_date: maybe(day),
  query: maybe(fc.constantFrom('bulk', 'bulk 1', 'BUYER', '7', 'nothing like it')),
  limit: fc.constantFrom(1, 10, 100),
  offset: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 190, max: 720 })),
})
const options = fc.record({
  assigned_user: maybe(fc.constantFrom('staff' as const, 'other staff' as const)),
  user: maybe(fc.constant('the buyer' as const)),
  client: maybe(fc.constantFrom('of both', 'of one', 'of none', 'unknown')),
  color: maybe(fc.constantFrom('bw', 'color')),
  paper_size: maybe(fc.constantFrom('A4', 'A3', 'Letter')),
  pickup: maybe(fc.boolean()),
  payable_from: maybe(fc.constantFrom(0, 46, 46.01, 3000)),
  payable_to: maybe(fc.constantFrom(1, 46, 46.01, 3000)),
  waiting_days: maybe(fc.constantFrom(0, 3, 9000)),
})
type Filters = typeof filters extends fc.Arbitrary<infer T> ? T : never
type Options = Partial<typeof options extends fc.Arbitrary<infer T> ? T : never>

const address = (filter: object) =>
  `/api/all-orders/?${new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]): [string, string][] =>
      [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[key, String(one)]])),
    ),
  ).toString()}`

/** The options with the ids of the people and companies that they name. */
async function withIds({ assigned_user, user, client, ...rest }: Options) {
  const [customer] = await api.db<[{ id: string }]>`select id from users where last_name = 'Buyer'`
  return {
    ...rest,
    assigned_user: assigned_user && api.people[assigned_user].id,
    user: user && customer.id,
    client: client && companies[client],
  }
}

type Row = {
  id: string
  status: OrderStatus
  order_type: string
  day: string
  words: string
  user_id: string
  companies: string[]
  assigned_user: string | null
  color: string
  paper_size: string
  pickup: boolean
  payable: number
  created_at: string
  age: number
}

/** The expected list, computed from all rows in the simplest way. */
async function bruteForce(filter: Filters & Awaited<ReturnType<typeof withIds>>) {
  const rows = await api.db<Row[]>`
    select o.id, o.status, o.order_type, (o.created_at at time zone 'Asia/Kolkata')::date as day, o.user_id,
      (select coalesce(array_agg(p.client_id::text), '{}') from purchased_vouchers p
        where p.user_id = o.user_id and p.voided_at is null) as companies,
      o.assigned_user, o.color, o.paper_size, o.pickup, o.payable::int as payable, o.created_at,
      (now() at time zone 'Asia/Kolkata')::date - (o.created_at at time zone 'Asia/Kolkata')::date as age,
      lower(concat_ws(' ', o.number, o.title, u.first_name, u.last_name, u.mobile, u.email, o.notes,
        o.address ->> 'line1', o.address ->> 'line2', o.address ->> 'city', o.address ->> 'state',
        o.address ->> 'pincode',
        (select string_agg(f.name, ' ') from order_files f where f.order_id = o.id and f.kind = 'print'))) as words
    from orders o join users u on u.id = o.user_id`
  const { ordering = '-created_at' } = filter
  const key = (row: Row) =>
    ordering.endsWith('payable') ? String(row.payable).padStart(9, '0') : row.created_at
  const compare = (a: Row, b: Row) => (key(a) + a.id < key(b) + b.id ? -1 : 1)
  const sorted = rows.toSorted(ordering.startsWith('-') ? (a, b) => compare(b, a) : compare)
  const is = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value
  const ids = sorted
    .filter(
      (row) =>
        (!filter.status || [filter.status].flat().includes(row.status)) &&
        is(filter.order_type, row.order_type) &&
        (!filter.exclude_order_type || row.order_type !== filter.exclude_order_type) &&
        (!filter.from_date || row.day >= filter.from_date) &&
        (!filter.to_date || row.day <= filter.to_date) &&
        (!filter.query ||
          filter.query
            .toLowerCase()
            .split(' ')
            .every((word) => row.words.includes(word))) &&
        is(filter.user, row.user_id) &&
        (filter.client === undefined || row.companies.includes(filter.client)) &&
        is<string | null>(filter.assigned_user, row.assigned_user) &&
        is(filter.color, row.color) &&
        is(filter.paper_size, row.paper_size) &&
        is(filter.pickup, row.pickup) &&
        row.payable >= (filter.payable_from ?? 0) * 100 &&
        row.payable <= (filter.payable_to ?? 1e9) * 100 &&
        (filter.waiting_days === undefined ||
          (!['delivered', 'cancelled'].includes(row.status) && row.age > filter.waiting_days)),
    )
    .map(({ id }) => id)
  return { count: ids.length, ids: ids.slice(filter.offset, filter.offset + filter.limit) }
}

async function expectPage(filter: Filters, chosen: Options = {}) {
  const whole = { ...filter, ...(await withIds(chosen)) }
  const { count, results } = await page(address(whole))
  expect({ count, ids: results.map(({ id }) => id) }).toEqual(await bruteForce(whole))
}

const agrees = fc.asyncProperty(filters, (filter) => expectPage(filter))
const agreesWithOptions = fc.asyncProperty(filters, options, expectPage)

describe('every list has exactly its orders and an exact count', () => {
  test('with unfolded counters', () => fc.assert(agrees, { numRuns: 60 }))

  test('with filters that no counter counts', { tags: ['proof'] }, () =>
    fc.assert(agreesWithOptions, { numRuns: 120 }),
  )

  test('with folded counters', { tags: ['proof'] }, async () => {
    expect(await foldDeltas(api.db)).toBeGreaterThan(0)
    const [left] = await api.db`select count(*)::int as deltas from figure_deltas`
    expect(left).toEqual({ deltas: 0 })
    await fc.assert(agrees, { numRuns: 60 })
  })

  test('after more changes, with some deltas folded', { tags: ['proof'] }, async () => {
    const move = fc.record({ offset: fc.nat(650), fold: fc.boolean() })
    const moves = fc.asyncProperty(move, filters, async ({ offset, fold }, filter) => {
      await api.db`
        update orders set version = version + 1, status = case status when 'assigned' then 'out-for-delivery' else 'assigned' end,
          assigned_user = ${api.people.staff.id}, delivered_at = null
        where id = (select id from orders order by number offset ${offset} limit 1)`
      if (fold) await foldDeltas(api.db)
      await expectPage(filter)
    })
    await fc.assert(moves, { numRuns: 40 })
  })
})

test('a company finds the orders of those who own one of its vouchers, in the exported file too', async () => {
  const [{ all, some }] = await api.db<[{ all: number; some: number }]>`
    select count(*)::int as all, count(*) filter (where u.last_name = 'Orderer')::int as some
    from orders o join users u on u.id = o.user_id where u.last_name in ('Buyer', 'Orderer')`
  expect(some).toBeGreaterThan(100)
  const expected = { 'of both': [all, some], 'of one': [some, some], 'of none': [0, 0], unknown: [0, 0] }
  const lines = async (url: string) =>
    (await admin.get(`${url}&format=csv`)).body.trimEnd().split('\r\n').length
  for (const name of Object.keys(companies) as (keyof typeof companies)[]) {
    const url = `/api/all-orders/?client=${companies[name]}`
    const counts = [(await page(url)).count, (await page(`${url}&query=orderer`)).count]
    expect([name, counts]).toEqual([name, expected[name]])
    expect([(await lines(url)) - 1, (await lines(`${url}&query=orderer`)) - 1]).toEqual(counts)
  }
})

test('concurrent folds neither lose deltas nor count them twice', async () => {
  for (let index = 0; index < 20; index++) await buildOrder(api.db, { pickup: true })
  await Promise.all(Array.from({ length: 5 }, () => foldDeltas(api.db)))
  const [all] = await api.db<[{ count: number }]>`select count(*)::int as count from orders`
  expect((await page('/api/all-orders/')).count).toBe(all.count)
})

test('a recount gives the same counters', async () => {
  const before = await page('/api/all-orders/?status=delivered&from_date=2026-03-01&to_date=2026-03-31')
  await api.db`select recount_figure('order_figures')`
  const after = await page('/api/all-orders/?status=delivered&from_date=2026-03-01&to_date=2026-03-31')
  expect(after).toEqual({ ...before, results: expect.anything() })
})

test('the next links lead through all pages without missing or repeated orders', async () => {
  const seen: string[] = []
  let next: string | null = 'http://print.test/api/all-orders/?status=assigned&limit=37'
  let count = 0
  while (next) {
    expect(next.startsWith('http://print.test/api/all-orders/?')).toBe(true)
    const found = await page(next.slice('http://print.test'.length))
    seen.push(...found.results.map(({ id }) => id))
    ;({ next, count } = found)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBe(count)
})

test('the next and previous URLs keep the filter, and are null at the ends of the list', async () => {
  const { count } = await page('/api/all-orders/?status=assigned')
  const last = await page(`/api/all-orders/?status=assigned&offset=${count - 1}&limit=5`)
  expect(last.next).toBeNull()
  expect(last.previous).toBe(`http://print.test/api/all-orders/?status=assigned&offset=${count - 6}&limit=5`)
  expect((await page('/api/all-orders/?offset=3&limit=10')).previous).toBe(
    'http://print.test/api/all-orders/?offset=0&limit=10',
  )
})

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=',
  'offset=-1',
  'offset=9999999999',
  'page=0',
  'page_size=101',
  'ordering=title',
  'ordering=--payable',
  'ordering=',
  'status=unknown',
  'color=red',
  'client=Chai',
  'payable_from=much',
  'waiting_days=-1',
])('%s is refused', async (bad) => {
  const reply = await admin.get(`/api/all-orders/?${bad}`)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors[0].context.key).toBe(bad.split('=')[0])
})

test.each(['2026-02-30', '1899-12-31', '2100-01-02', '2026-1-1', '01/02/2026', '2026-01-01T00:00:00Z'])(
  'the day %s is refused',
  async (day) => {
    expect((await admin.get(`/api/all-orders/?from_date=${day}`)).statusCode).toBe(400)
  },
)

describe('search', () => {
  const find = async (query: string) =>
    (await page(`/api/all-orders/?query=${encodeURIComponent(query)}`)).results.map(({ title }) => title)

  beforeAll(async () => {
    const user = await buildUser(api.db, {
      first_name: 'Zoë',
      last_name: 'Quill',
      mobile: '+919812345678',
      email: 'zoe@quill.test',
    })
    await buildOrder(api.db, { user: user.id, title: '50%_off\\flyers' })
  })

  test.each([
    '50%',
    '%_off',
    '\\fly',
    'FLYERS',
    'zoë quill',
    'ZOE@QUILL',
    '+91 98123 45678',
    '98123-45678',
    ' quill ',
  ])('finds by %s', async (query) => {
    expect(await find(query)).toEqual(['50%_off\\flyers'])
  })

  test.each(['50_', '5%f', 'off_', '\\\\'])('takes %s for its letters', async (query) => {
    expect(await find(query)).toEqual([])
  })

  test('finds by number, and by a new name immediately', async () => {
    const user = await buildUser(api.db, { first_name: 'Before' })
    const order = await buildOrder(api.db, { user: user.id, title: 'Renamed' })
    expect(await find(String(order.number))).toContain('Renamed')
    await api.db`update users set version = version + 1, first_name = 'Afterwards', email = 'after@wards.test'
      where id = ${user.id}`
    expect(await find('afterwards')).toEqual(['Renamed'])
    expect(await find('after@wards')).toEqual(['Renamed'])
    expect(await find('before')).toEqual([])
  })

  test('allows up to 200 characters', async () => {
    expect(await find('x'.repeat(200))).toEqual([])
    expect((await admin.get(`/api/all-orders/?query=${'x'.repeat(201)}`)).statusCode).toBe(400)
  })
})

describe('what is promised, printed, ready and paid', () => {
  type Told = Pick<Order, 'id' | 'printed' | 'is_ready' | 'paid' | 'due' | 'payment_status' | 'promised_at'>
  const soon = new Date(Date.now() + 30 * 60_000).toISOString()
  const [past, far] = ['2026-03-01T06:00:00.000Z', '2099-01-01T06:00:00.000Z']
  const paid = (order: Told) => order.paid ?? 0
  const due = (order: Told) => order.due ?? 0
  const day = ({ promised_at }: Told) => promised_at?.slice(0, 10) ?? ''
  const filters: [query: string, holds: (order: Told) => boolean][] = [
    ['printed=none', ({ printed }) => printed === 'none'],
    ['printed=part', ({ printed }) => printed === 'part'],
    ['is_ready=true', ({ is_ready }) => is_ready],
    ['is_ready=false', ({ is_ready }) => !is_ready],
    ['payment_status=paid', ({ payment_status }) => payment_status === 'paid'],
    ['payment_status=paid&payment_status=overpaid', (order) => due(order) <= 0],
    ['paid_from=20', (order) => paid(order) >= 20],
    ['paid_to=20', (order) => paid(order) <= 20],
    ['due_from=-5&due_to=0', (order) => due(order) >= -5 && due(order) <= 0],
    ['due_from=0.01', (order) => due(order) > 0],
    ['promised_from=2026-03-02', (order) => day(order) >= '2026-03-02'],
    ['promised_to=2026-03-01', (order) => day(order) !== '' && day(order) <= '2026-03-01'],
    [
      'due=soon',
      ({ promised_at }) => promised_at !== null && Math.abs(Date.parse(promised_at) - Date.now()) < 36e5,
    ],
    ['due=late&paid_to=30', (order) => day(order) === '2026-03-01' && paid(order) <= 30],
  ]
  let person: { id: string }

  beforeAll(async () => {
    person = await buildStaff(api.db)
    const facts = [
      { printed: 'none', is_ready: false, paid: 0, promised_at: null },
      { printed: 'part', is_ready: true, paid: 2_000, promised_at: past },
      { printed: 'all', is_ready: true, paid: 4_600, promised_at: soon },
      { printed: 'part', is_ready: false, paid: 5_000, promised_at: far },
      { printed: 'none', is_ready: false, paid: 4_600, promised_at: past },
    ]
    for (const fact of facts) {
      const { id } = await buildOrder(api.db, {
        status: 'assigned',
        assigned_user: person.id,
        title: 'Told facts',
        amount: 4_600,
      })
      await api.db`
        update orders set version = version + 1, pickup = true, address = null, ${api.db(fact)} where id = ${id}`
    }
  })

  const lists = ['/api/my_orders/', '/api/all-orders/']
  test.each(lists.flatMap((list) => filters.map(([query, holds]) => ({ list, query, holds }))))(
    '$list?$query',
    async ({ list, query, holds }) => {
      const own = `${list}?assigned_user=${person.id}&limit=100`
      const all = (await admin.get(own)).json<{ results: Told[] }>().results
      const wanted = all.filter(holds).map(({ id }) => id)
      expect([all.length, 0 < wanted.length && wanted.length < all.length]).toEqual([5, true])
      for (const more of [
        '',
        '&query=told',
        '&ordering=paid',
        '&from_date=2020-01-01',
        '&query=told&ordering=due',
      ]) {
        const { count, results } = await page(`${own}&${query}${more}`)
        expect([more, count, results.map(({ id }) => id).toSorted()]).toEqual([
          more,
          wanted.length,
          wanted.toSorted(),
        ])
      }
      expect((await page(`${own}&${query}&limit=1`.replace('&limit=100', ''))).count).toBe(wanted.length)
      const file = (await admin.get(`${own}&${query}&format=csv`.replace('&limit=100', ''))).body
      expect(file.split('Told facts').length - 1).toBe(wanted.length)
    },
  )

  test('a courier asks the same of their own orders, whatever others may see', async () => {
    const courier = api.withToken(await openSession(api.db, person.id))
    for (const [query] of filters) {
      const { count } = (await courier.get(`/api/my_orders/?${query}`)).json()
      expect([query, count]).toEqual([
        query,
        (await page(`/api/my_orders/?assigned_user=${person.id}&${query}`)).count,
      ])
    }
  })
})

describe('my orders', () => {
  const mine = async (query = '', role: 'staff' | 'admin' = 'staff') =>
    (await api.as(role).get(`/api/my_orders/?limit=100${query}`)).json<Page>()

  test('a staff user gets their own orders of every type, and cancelled ones only by status', async () => {
    const person = await buildStaff(api.db)
    const given = (status: OrderStatus, order_type: Order['order_type'] = 'print') =>
      buildOrder(api.db, { status, order_type, assigned_user: person.id, title: `${status} ${order_type}` })
    await given('assigned')
    await given('assigned', 'subscription')
    await given('out-for-delivery')
    await given('delivered')
    await given('cancelled')
    const titles = async (query: string) =>
      (await mine(`&assigned_user=${person.id}${query}`, 'admin')).results.map(({ title }) => title)
    expect(await titles('')).toHaveLength(4)
    expect(await titles('&exclude_status=delivered')).toEqual([
      'out-for-delivery print',
      'assigned subscription',
      'assigned print',
    ])
    expect(await titles('&status=out-for-delivery')).toEqual(['out-for-delivery print'])
    expect(await titles('&query=SUBSCRIPTION')).toEqual(['assigned subscription'])
    expect(await titles('&from_date=2020-01-01&to_date=2020-12-31')).toEqual([])
  })

  test('orders are filtered by the day of their delivery, with the counts of the dashboard', async () => {
    const person = await buildStaff(api.db)
    for (const days of [0, 0, 3, 6, 7]) {
      const { id } = await buildOrder(api.db, {
        status: 'assigned',
        assigned_user: person.id,
        title: `${days} days`,
      })
      await api.db`
        update orders set version = version + 1, status = 'delivered', delivered_at = day_start(shop_day(now()) - ${days}::int)
        where id = ${id}`
    }
    await buildOrder(api.db, { status: 'out-for-delivery', assigned_user: person.id })
    const dayBefore = async (days: number) => {
      const [row] = await api.db<[{ day: string }]>`select (shop_day(now()) - ${days}::int)::text as day`
      return row.day
    }
    const [today, week] = [await dayBefore(0), await dayBefore(6)]
    const found = async (query: string) => {
      const { count, results } = await mine(`&assigned_user=${person.id}${query}`, 'admin')
      return [count, results.map(({ title }) => title)]
    }
    const lastWeek = [4, ['6 days', '3 days', '0 days', '0 days']]
    for (const fold of [false, true]) {
      if (fold) await foldDeltas(api.db)
      expect(await found(`&delivered_from=${today}&delivered_to=${today}`)).toEqual([2, ['0 days', '0 days']])
      expect(await found(`&delivered_from=${week}&delivered_to=${today}`)).toEqual(lastWeek)
      expect(await found(`&delivered_from=${week}&query=days`)).toEqual(lastWeek)
      expect(await found(`&delivered_from=${week}&from_date=2020-01-01`)).toEqual(lastWeek)
      expect(await found(`&delivered_to=${week}&offset=1`)).toEqual([2, ['6 days']])
      expect(await found(`&delivered_from=${week}&status=assigned`)).toEqual([0, []])
    }
  })

  test('the count is exact, and every order is assigned to the staff user', async () => {
    const { count } = await mine()
    const [row] = await api.db`
      select count(*)::int as count from orders
      where assigned_user = ${api.people.staff.id} and status <> 'cancelled'`
    expect(row).toEqual({ count })
    const { results } = await mine('&offset=20')
    expect(new Set(results.map(({ assigned_user }) => assigned_user))).toEqual(new Set([api.people.staff.id]))
  })

  test('a staff user may name only themselves, and not list all orders', async () => {
    const as = api.as('staff')
    expect((await as.get(`/api/my_orders/?assigned_user=${api.people.staff.id}`)).statusCode).toBe(200)
    expect((await as.get(`/api/my_orders/?assigned_user=${api.people.admin.id}`)).statusCode).toBe(403)
    expect((await as.get('/api/all-orders/')).statusCode).toBe(403)
  })

  test('the dashboard counts the orders of the staff user, with the longest waiting first', async () => {
    const dashboard = (await api.as('staff').get('/api/staff-dashboard/')).json()
    const [row] = await api.db`
      select count(*) filter (where status = 'assigned')::int as assigned,
        count(*) filter (where status = 'out-for-delivery')::int as out_for_delivery
      from orders where assigned_user = ${api.people.staff.id}`
    expect(dashboard).toMatchObject({ ...row })
    const waiting = dashboard.oldest_waiting.map(({ created_at }: Order) => created_at)
    expect(waiting).toHaveLength(5)
    expect(waiting).toEqual(waiting.toSorted())
  })
})

test('the statuses are listed in sequence, with the moves that the actor may make', async () => {
  const statuses = (await api.as('staff').get('/api/order_status')).json()
  expect(statuses).toMatchObject([
    { value: 'confirmed', label: 'Pending', next: [] },
    { value: 'assigned', label: 'Assigned', next: ['out-for-delivery'] },
    { value: 'out-for-delivery', next: ['assigned', 'delivered'] },
    { value: 'delivered', label: 'Completed', next: ['out-for-delivery'] },
    { value: 'cancelled', next: [] },
  ])
})

test('the public print page has only first name, title and page count', async () => {
  const user = await buildUser(api.db, { first_name: 'Lata', last_name: 'Secret' })
  const order = await buildOrder(api.db, { user: user.id, title: 'Poster' })
  const reply = await api.as(undefined).get(`/api/print/${order.id}/`)
  expect(reply.json()).toEqual({ user_data: { first_name: 'Lata' }, title: 'Poster', pdf_page_count: 3 })
})
