import { type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { beforeAll, expect, test } from 'vitest'
import fc from '../../../test/fastCheck.ts'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser } from '../../test/build.ts'
import { findBrokenInvariants } from '../../test/invariants.ts'
import { readQuery } from '../base/database/search.ts'

// Whatever changed before, a search finds the same orders as the simplest statement over orders and customers.

const api = useApi()
const admin = api.as('admin')

const names = [
  'Anil',
  'Zoë',
  'Straße',
  'İpek',
  ' Σίσυφος ',
  'de\u200bepa',
  '50%',
  'x_y\\',
  'e\u0301lan',
  'Kowalski',
]
const titles = [
  'Thesis',
  'ΤΕΛΟΣ',
  'Menu 50% off',
  'Two\nlines',
  '9198 copies',
  'naïve ﬁles',
  'a\u0301 b',
  '1002',
  'Anil',
]
const emails = ['a.1004@print.test', 'zoë@print.test', 'anil.mehta@print.test', null]
const queries = [
  'anil',
  'AN',
  'e',
  'zoë',
  'strasse',
  'ipek',
  'σισυφοσ',
  'ΤΕΛΟΣ',
  'deepa',
  '50%',
  'x_y',
  '\\',
  'élan',
  'kowalski',
  'thesis',
  'menu 50',
  'two\nlines',
  'lines\nanil',
  '100',
  '1002',
  '9198',
  'files',
  'print.test',
  'mehta',
  '\n',
  '+9198',
  '98100',
  '0981',
  '+91 98 10',
  '810000',
  'nothing',
  'il me',
  'anil\u200b ',
  '2\nthesis',
  'ska\n+91',
  'thesis KOWALSKI',
  'kowalskì the',
  'mehta elan',
  'printers lane anil',
  '41100 scan',
  'naive.pdf',
  'order 1002',
  '#1002 anil',
  'ring twice zoe',
  '98100 00 1',
]

let people: string[] = []
let orders: string[] = []
beforeAll(async () => {
  for (const first_name of names) await addPerson(first_name)
  for (let n = 0; n < 60; n++) await addOrder(n, n * 7, n * 3)
})

const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T
const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function addPerson(first_name: string) {
  const email = people.length < emails.length ? at(emails, people.length) : null
  const mobile = `+919810000${String(100 + people.length)}`
  people.push(
    (
      await buildUser(api.db, {
        first_name,
        last_name: at(['', 'Mehta', 'Söze '], people.length),
        mobile,
        email,
      })
    ).id,
  )
}

async function addOrder(title: number, person: number, days: number) {
  const status: OrderStatus = at(orderStatuses, days)
  const assigned_user = status === 'confirmed' ? null : api.people.staff.id
  const created_at = day(days % 40)
  const order = { title: at(titles, title), user: at(people, person), status, assigned_user, created_at }
  orders.push((await buildOrder(api.db, order)).id)
}

const place = fc.nat(1000)
const changes = fc.oneof(
  fc.record({ what: fc.constant('rename' as const), one: place, other: place }),
  fc.record({
    what: fc.constantFrom('retitle', 'give away', 'move', 'delete', 'add'),
    one: place,
    other: place,
  }),
)
type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never

async function make({ what, one, other }: Change) {
  const order = at(orders, one)
  if (what === 'rename')
    await api.db`update users set version = version + 1, first_name = ${at(names, other)} where id = ${at(people, one)}`
  if (what === 'retitle')
    await api.db`update orders set version = version + 1, title = ${at(titles, other)} where id = ${order}`
  if (what === 'give away')
    await api.db`update orders set version = version + 1, user_id = ${at(people, other)} where id = ${order}`
  if (what === 'move')
    await api.db`
      update orders set version = version + 1, status = ${at(['assigned', 'delivered', 'cancelled'], other)},
        assigned_user = ${api.people.staff.id} where id = ${order}`
  if (what === 'delete' && orders.length > 40) {
    await api.db`delete from order_history where order_id = ${order}`
    await api.db`delete from orders where id = ${order}`
    orders = orders.filter((id) => id !== order)
  }
  if (what === 'add') await addOrder(one, other, one + other)
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const searches = fc.record({
  query: fc.constantFrom(...queries),
  status: maybe(fc.constantFrom(...orderStatuses)),
  from_date: maybe(fc.nat(40).map((days) => day(days).slice(0, 10))),
  to_date: maybe(fc.nat(40).map((days) => day(days).slice(0, 10))),
  exclude_order_type: maybe(fc.constant('subscription')),
  limit: fc.constantFrom(3, 100),
  offset: fc.constantFrom(0, 0, 4),
})
type Search = typeof searches extends fc.Arbitrary<infer T> ? T : never

async function simplest({
  query,
  status,
  from_date,
  to_date,
  exclude_order_type,
}: Search): Promise<string[]> {
  const { words, phones } = readQuery(query)
  const rows = await api.db<{ id: string }[]>`
    select o.id from orders o join users u on u.id = o.user_id
    where (
        exists (select from unnest(${phones}::text[]) t where order_search_words(o, u) like search_pattern(t))
        or not exists (
          select from jsonb_array_elements(${api.db.json(words)}) w where not exists (
            select from jsonb_array_elements_text(w) t where order_search_words(o, u) like search_pattern(t))))
      and o.status = coalesce(${status ?? null}, o.status)
      and o.order_type is distinct from ${exclude_order_type ?? null}
      and shop_day(o.created_at) between coalesce(${from_date ?? null}::date, '2000-01-01')
        and coalesce(${to_date ?? null}::date, '2100-01-01')
    order by o.created_at desc, o.id desc`
  return rows.map(({ id }) => id)
}

const addressOf = (path: string, search: object) =>
  `${path}?${new URLSearchParams(
    Object.entries(search).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()}`

type Page = { count: number; results: { id: string }[] }

test('searches agree with the simplest statement after renames, moves and deletes', async () => {
  const agrees = fc.asyncProperty(
    fc.array(changes, { maxLength: 4 }),
    fc.array(searches, { minLength: 6, maxLength: 6 }),
    async (made, asked) => {
      for (const change of made) await make(change)
      for (const search of asked) {
        // An empty query is no search.
        if (search.query.trim() === '') continue
        const found = (await admin.get(addressOf('/api/all-orders/', search))).json<Page>()
        const wanted = await simplest(search)
        const page = wanted.slice(search.offset, search.offset + search.limit)
        expect({ ...search, count: found.count, ids: found.results.map(({ id }) => id) }).toEqual({
          ...search,
          count: wanted.length,
          ids: page,
        })
      }
    },
  )
  await fc.assert(agrees, { numRuns: 60 })
  expect((await findBrokenInvariants(api.db))['words of orders']).toBeUndefined()
})

test('a file has every order that a search finds', async () => {
  for (const query of queries.filter((text) => text.trim() !== '')) {
    const file = (await admin.get(addressOf('/api/all-orders/', { query, format: 'csv' }))).body
    const wanted = await simplest({ query } as Search)
    const missing = wanted.filter((id) => !file.includes(id))
    const surplus = orders.filter((id) => !wanted.includes(id) && file.includes(id))
    expect({ query, missing, surplus }).toEqual({ query, missing: [], surplus: [] })
  }
})
