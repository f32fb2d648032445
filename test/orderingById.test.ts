import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import * as build from '../server/test/build.ts'
import { buildHandOver } from '../server/test/buildDesk.ts'
import { buildPrinter, buildStockItem } from '../server/test/buildPrinting.ts'
import { allEndpoints } from './endpoints.ts'

// Clients of other systems sort by id if nobody chose a field: every list of records has it. Lists that can be sorted by
// something else, too: ordering.proof.test.ts.

const api = useApi()

type Row = { id: string; at?: string }
type Shape = Record<string, { unwrap(): { options: string[] } } | undefined>
type Item = { shape?: Record<string, unknown> }
type Answer = { shape?: { results?: { element: Item } } }

const urls: Record<string, string> = {
  '/api/audit/': '/api/audit/?entity=webhooks',
  '/api/production/': '/api/production/',
  '/api/printer-readings/': '/api/printer-readings/',
  '/api/customer-merges/': '/api/customer-merges/',
  '/api/webhooks/': '/api/webhooks/',
  '/api/bulk-jobs/': '/api/bulk-jobs/',
  '/api/ticket-scans/': '/api/ticket-scans/',
  '/api/hand-overs/': '/api/hand-overs/',
  '/api/till/': '/api/till/',
  '/api/days/': '/api/days/',
  '/coupon_app/api/coupons/': '/coupon_app/api/coupons/',
  '/api/message-channels/': '/api/message-channels/',
  '/api/message-templates/': '/api/message-templates/',
  '/api/messages/': '/api/messages/',
}
/** Lists that are complete as the shop is made. */
const isGiven = (url: string) => /message-(channels|templates)/.test(url)
const rows = 17

beforeAll(async () => {
  const { db, people } = api
  const { id: item } = await buildStockItem(db, { paper_size: 'A3' })
  urls['/api/stock/:id/entries/'] = `/api/stock/${item}/entries/`
  const { id: printer } = await buildPrinter(db)
  const hook = { url: 'https://example.com/hook', event_types: ['lead.created'] }
  const { id: webhook } = (await api.as('admin').post('/api/webhooks/', hook)).json<Row>()
  urls['/api/webhooks/:id/deliveries/'] = `/api/webhooks/${webhook}/deliveries/`
  const { id: order } = await build.buildOrder(db)
  urls['/api/all-orders/:id/comments/'] = `/api/all-orders/${order}/comments/`
  urls['/api/all-orders/:id/complaints/'] = `/api/all-orders/${order}/complaints/`
  urls['/api/complaints/'] = '/api/complaints/'
  urls['/api/courier-tasks/'] = '/api/courier-tasks/'
  urls['/api/mentions/'] = '/api/mentions/'
  const { id: kept } = await build.buildUser(db)
  for (let n = 0; n < rows; n++) {
    const { id: other } = await build.buildUser(db)
    await api.as('admin').post(`/api/users/${kept}/merge/`, { other })
    const [comment] = await db<[Row]>`
      insert into order_comments (order_id, by, text) values (${order}, ${people.admin.id}, 'x') returning id`
    await db`
      insert into complaints (order_id, reason, created_by, resolution, note, resolved_by, resolved_at)
      values (${order}, 'late', ${people.admin.id}, 'nothing', 'x', ${people.admin.id}, now())`
    await db`
      insert into courier_tasks (order_id, tried, refusal, created_by)
      values (${order}, 'Delivered', 'Changed', ${people.admin.id})`
    await db`insert into order_mentions (comment_id, person) values (${comment.id}, ${people.admin.id})`
    await db`insert into stock_entries (item_id, kind, quantity, price) values (${item}, 'delivery', 1, 1)`
    // A correction has the time of the reading that it replaces.
    await db`
      insert into printer_readings (printer_id, at, day, impressions, jobs, by)
      values (${printer}, now() - ${n % 5} * interval '1 day', current_date - ${n % 5}::int, ${n}, 0, ${people.admin.id})`
    await api.as('admin').post('/api/webhooks/', hook)
    await db`
      insert into webhook_deliveries (webhook, event_type, entity, record, record_version, happened_at, state)
      values (${webhook}, 'lead.created', 'lead', ${item}, 1, now(), 'delivered')`
    await db`
      insert into bulk_jobs (kind, action, filter, status, total, created_by, request_id, started_at, ended_at)
      values ('order', 'delete', '{}', 'cancelled', 1, ${people.admin.id}, 'x', now(), now())`
    await db`
      insert into ticket_scans (by, purpose, result, code) values (${people.admin.id}, 'press', 'accepted', 'x')`
    await buildHandOver(db)
    await api.as('admin').post('/api/till/', { kind: 'float', amount: 1 })
    await db`insert into day_closes (day) values (date '2001-01-01' + ${n}::int)`
    await build.buildCoupon(db)
    await db`
      insert into messages (fact, user_id, about, order_id, fact_version, channel, language, state)
      values ('order_taken', ${kept}, ${order}, ${order}, ${n + 1000}, 'email', 'en', 'dropped')`
  }
})

const paged = (await allEndpoints()).flatMap(({ method, url, schema }) => {
  const shape = (schema.querystring as { shape?: Shape } | undefined)?.shape
  if (method !== 'GET' || !shape || !('limit' in shape)) return []
  const item = (schema.response[200] as Answer).shape?.results?.element.shape
  // The coupons are an array or a page.
  const hasId = item ? 'id' in item : true
  return [{ url, hasId, takesQuery: 'query' in shape, orderings: shape['ordering']?.unwrap().options ?? [] }]
})
/** Lists of records; the others have lines. */
const lists = paged.filter(({ hasId }) => hasId)

test('every paged list can be sorted by id', () => {
  expect(lists.length).toBeGreaterThan(25)
  for (const { url, orderings } of paged)
    expect([url, orderings]).toEqual([url, expect.arrayContaining(['id', '-id'])])
})

test('every paged list takes query', () => {
  const without = paged.filter(({ takesQuery }) => !takesQuery).map(({ url }) => url)
  // Its filters find a record, a person and a request by their ids; to search the words of all entries would read them all.
  expect(without).toEqual(['/api/audit/'])
})

/** PostgreSQL leaves out zeros at the end of a time. */
const timeKey = (at = '') => at.replace(/(\.\d+)?Z$/, (_, part = '.') => String(part).padEnd(7, '0'))

const idsOf = (list: Row[]) => list.map(({ id }) => id)

describe.each(lists.filter(({ orderings }) => orderings.length === 2))('$url', ({ url }) => {
  const list = async (query: string) => {
    const path = urls[url] ?? `no example of ${url}`
    const reply = await api.as('admin').get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
    expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
    return reply
  }

  test.each(['id', '-id'])('by %s, also page by page and as a file', async (ordering) => {
    const { count, results } = (await list(`ordering=${ordering}&limit=100`)).json()
    expect(count).toBeGreaterThanOrEqual(isGiven(url) ? 3 : rows)
    expect(results).toHaveLength(count)
    // An entry of the audit has the time of its change.
    const keys: string[] = results.map(({ id, at }: Row) =>
      url === '/api/audit/' ? `${timeKey(at)} ${id}` : id,
    )
    const all = keys.toSorted().map((key) => key.split(' ').at(-1))
    const whole = ordering === 'id' ? all : all.toReversed()
    expect(idsOf(results)).toEqual(whole)
    const found: string[] = []
    for (let page = 1; found.length < whole.length && page < 50; page++) {
      found.push(...idsOf((await list(`ordering=${ordering}&page=${page}&page_size=7`)).json().results))
    }
    expect(found).toEqual(whole)
    const file = await list(`ordering=${ordering}&format=csv`)
    expect(idsOf(parse(file.body, { columns: true, bom: true }))).toEqual(whole)
  })

  if (url === '/api/audit/')
    test('of one person and kind, which is read day by day', async () => {
      const ofPerson = async (query: string) =>
        idsOf((await list(`actor=${api.people.admin.id}&${query}`)).json().results)
      const newest = await ofPerson('ordering=-id&limit=100')
      expect(await ofPerson('ordering=id&limit=100')).toEqual(newest.toReversed())
      expect(await ofPerson('ordering=id&limit=5&offset=10')).toEqual(newest.toReversed().slice(10, 15))
    })

  test('not by other fields', async () => {
    const path = urls[url] ?? ''
    const reply = await api.as('admin').get(`${path}${path.includes('?') ? '&' : '?'}ordering=version`)
    expect([reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([400, 'ordering'])
  })
})
