import { expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser } from '../../test/build.ts'
import { recountDays, setTimeZone } from '../base/database/timeZone.ts'
import { countNextLetter, countSearch } from './searchCounts.queries.ts'

const api = useApi()
const admin = api.as('admin')

type Page = { count: number; results: { id: string }[] }
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const filters = [
  '',
  'status=delivered',
  'status=confirmed',
  'exclude_order_type=subscription',
  `from_date=${day(-30).slice(0, 10)}&to_date=${day(-3).slice(0, 10)}`,
  `from_date=${day(-12).slice(0, 10)}&status=delivered`,
  'offset=7&limit=5',
]

/** Expects that the list has the same orders and count as a query over all rows. */
async function expectExact(queries: string[]) {
  for (const query of queries) {
    for (const filter of filters) {
      const parameters = new URLSearchParams(filter)
      const { count, results } = (await admin.get(`/api/all-orders/?query=${query}&${filter}`)).json<Page>()
      const found = await api.db<{ id: string }[]>`
        select o.id from orders o join users u on u.id = o.user_id
        where position(${query} in lower(concat_ws(' ', o.number, o.title, u.first_name, u.last_name, u.mobile, u.email))) > 0
          and (${parameters.get('status')}::text is null or o.status = ${parameters.get('status')})
          and (${parameters.get('from_date')}::date is null or shop_day(o.created_at) >= ${parameters.get('from_date')})
          and (${parameters.get('to_date')}::date is null or shop_day(o.created_at) <= ${parameters.get('to_date')})
        order by o.created_at desc, o.id desc`
      const offset = Number(parameters.get('offset') ?? 0)
      const page = found.slice(offset, offset + Number(parameters.get('limit') ?? 10))
      expect({ query, filter, count, ids: results.map(({ id }) => id) }).toEqual({
        query,
        filter,
        count: found.length,
        ids: page.map(({ id }) => id),
      })
    }
  }
}

test('cached counts stay exact after every change that affects a search', async () => {
  const asha = await buildUser(api.db, { first_name: 'Asha', last_name: 'Zed', email: 'a@print.test' })
  const ids: string[] = []
  for (let n = 0; n < 40; n++) {
    const status = n % 3 ? 'delivered' : 'confirmed'
    const assigned_user = status === 'delivered' ? api.people.staff.id : null
    const created_at = day(-(n % 35))
    const title = n % 4 ? 'Thesis' : 'Menu'
    ids.push((await buildOrder(api.db, { title, status, assigned_user, created_at, user: asha.id })).id)
  }
  const searches = ['e', 'th', 'thesis', 'asha', 'zed', '98', 'none here']
  for (const query of searches) await countSearch(api.db, query)
  await expectExact(searches)

  const changes: (() => Promise<unknown>)[] = [
    () => api.db`update orders set status = 'cancelled' where id = any(${ids.slice(3, 9)})`,
    () => api.db`update orders set title = 'Flyers' where id = any(${ids.slice(9, 14)})`,
    () => api.db`update users set last_name = 'Rao' where id = ${asha.id}`,
    () => api.db`select fold_search_changes(), fold_figures()`,
    () => buildOrder(api.db, { title: 'Thesis again', created_at: day(-4), user: asha.id }),
    () => api.db`delete from order_history where order_id = any(${ids.slice(20, 23)})`,
    () => api.db`delete from orders where id = any(${ids.slice(20, 23)})`,
    () => Promise.all(searches.map((query) => countSearch(api.db, query))),
    () => api.db`select fold_search_changes(), fold_figures()`,
    () =>
      api.db`update orders set status = 'delivered', assigned_user = ${api.people.staff.id} where id = any(${ids.slice(3, 6)})`,
    () => api.db`select recount_figure('order_figures'), forget_searches()`,
  ]
  for (const change of changes) {
    await change()
    await expectExact(searches)
  }
  // Some 600 searches, which take half a minute on a busy machine.
}, 120_000)

test('a change is not counted before its commit, and counted for everybody after it', async () => {
  await countSearch(api.db, 'e')
  const [order] = await api.db<[{ id: string }]>`select id from orders where status = 'confirmed' limit 1`
  await api.db.begin(async (tx) => {
    await tx`update orders set title = 'Qwerty eee' where id = ${order.id}`
    await countSearch(api.db, 'e')
    await countSearch(api.db, 'qwerty')
    await expectExact(['e', 'qwerty'])
  })
  await expectExact(['e', 'qwerty'])
})

test('only the days that changed are counted again', async () => {
  await countSearch(api.db, 'e')
  await api.db`select fold_search_changes()`
  // A false hit in the cache is still counted, because its day did not change.
  const [{ day: believed }] = await api.db<[{ day: string }]>`
    select day from search_counts where search = 'e' and orders > 0 order by day limit 1`
  const before = (await admin.get('/api/all-orders/?query=e')).json<Page>().count
  await api.db`
    insert into search_counts select search, day, 'print', 'cancelled', 1000, stamp from search_counts
    where search = 'e' and day = ${believed} limit 1
    on conflict (search, day, order_type, status) do update set orders = search_counts.orders + 1000`
  expect((await admin.get('/api/all-orders/?query=e')).json<Page>().count).toBe(before + 1000)
  await api.db`insert into search_changes (day) values (${believed})`
  expect((await admin.get('/api/all-orders/?query=e')).json<Page>().count).toBe(before)
})

test('after a bulk load without triggers, and after TIME_ZONE changed, nothing counted before is used', async () => {
  const stored = async () =>
    (await api.db`select search from search_counts union select search from kept_searches`).length
  const changes = [
    () => api.db`select recount_figure('order_figures'), forget_searches()`,
    () => setTimeZone(api.db, 'America/New_York'),
    () => setTimeZone(api.db, 'Asia/Kolkata'),
  ]
  for (const change of changes) {
    await countSearch(api.db, 'e')
    expect(await stored()).toBeGreaterThan(0)
    await change()
    expect(await stored()).toBe(0)
  }
  await recountDays(api.db)
})

test('a small shop does not cache single letters in advance', async () => {
  expect(await countNextLetter(api.db)).toBe(false)
})
