import type { AuditEntry } from '@our-print/contract/shop/audit.ts'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { foldDeltas } from '../../base/database/foldDeltas.ts'
import { sealAudit } from './sealAudit.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/api/audit/'

type Page = { count: number; next: string | null; results: AuditEntry[] }
const read = async (query = '') => {
  const reply = await admin.get(`${url}?limit=100&${query}`)
  expect([query, reply.statusCode, reply.json().errors]).toEqual([query, 200, undefined])
  return reply.json<Page>()
}
const fold = () => foldDeltas(api.db)
/** Writes entries directly: `[days ago, person, table, action]`. */
async function addEntries(entries: [number, 'admin' | 'staff' | null, string, string][]) {
  for (const [days, person, entity, action] of entries) {
    await api.db`
      insert into audit_entries (at, actor, action, entity, entity_id)
      values (now() - ${days}::int * interval '1 day', ${person && api.people[person].id}, ${action}, ${entity}, gen_random_uuid())`
  }
}
const dayAgo = async (days: number) => {
  const [{ day }] = await api.db<
    [{ day: string }]
  >`select shop_day(now() - ${days}::int * interval '1 day') as day`
  return day
}

let order: string
let customer: string
beforeAll(async () => {
  customer = (await buildUser(api.db, { first_name: 'Kiran', last_name: 'Shah' })).id
  order = (await buildOrder(api.db, { user: customer })).id
})
afterEach(() => api.db`delete from audit_entries`)

const assign = async () => {
  const reply = await admin.patch(`/api/all-orders/${order}/`, {
    status: 'assigned',
    assigned_user: api.people.staff.id,
  })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return reply
}

test('an entry says who changed what and when, with the names of the records in it', async () => {
  const reply = await assign()
  const { count, results } = await read(`entity_id=${order}`)
  expect([count, results.length]).toEqual([1, 1])
  const { admin: asha, staff: ravi } = api.people
  const [{ number }] = await api.db<[{ number: number }]>`select number from orders where id = ${order}`
  expect(results[0]).toMatchObject({
    actor: asha.id,
    actor_email: asha.email,
    actor_name: 'Asha Rao',
    action: 'update',
    entity: 'orders',
    entity_id: order,
    before: { status: 'confirmed', assigned_user: null },
    after: { status: 'assigned', assigned_user: ravi.id },
    request_id: reply.headers['x-request-id'] ?? expect.any(String),
    names: { [order]: String(number), [ravi.id]: 'Ravi Kumar' },
  })
  const request = results[0]?.request_id
  expect((await read(`request_id=${request}`)).results).toEqual(results)
  expect((await read('request_id=nobody')).count).toBe(0)
  await admin.patch(`/api/all-orders/${order}/`, { status: 'confirmed' })
})

test('a write that changes nothing has no entry', async () => {
  await api.db.begin(async (tx) => {
    await tx`select set_config('our_print.actor', ${api.people.admin.id}, true)`
    await tx`update orders set title = title where id = ${order}`
  })
  expect((await read(`entity_id=${order}`)).count).toBe(0)
})

test('every filter counts exactly, before and after the counters have the entries', async () => {
  const { admin: asha, staff: ravi } = api.people
  await addEntries([
    [70, 'admin', 'leads', 'insert'],
    [40, 'admin', 'leads', 'update'],
    [40, 'staff', 'orders', 'update'],
    [3, 'admin', 'leads', 'delete'],
    [0, 'admin', 'orders', 'update'],
    [0, null, 'staff_users', 'insert'],
    [0, 'admin', 'orders', 'remove files'],
  ])
  const days: string[] = []
  for (const ago of [0, 3, 39, 40, 70]) days.push(await dayAgo(ago))
  const [today, three, thirtyNine, forty, seventy] = days
  const expected: Record<string, number> = {
    '': 7,
    'entity=leads': 3,
    'action=update': 3,
    'action=delete': 1,
    'action=remove+files': 1,
    [`actor=${asha.id}&entity=orders&action=remove+files`]: 1,
    [`actor=${asha.id}`]: 5,
    [`actor=${asha.id}&entity=leads`]: 3,
    [`actor=${asha.id}&entity=leads&action=delete`]: 1,
    [`actor=${ravi.id}&entity=leads`]: 0,
    [`from_date=${forty}`]: 6,
    [`from_date=${thirtyNine}`]: 4,
    [`to_date=${forty}`]: 3,
    [`from_date=${seventy}&to_date=${three}`]: 4,
    [`from_date=${seventy}&to_date=${three}&entity=leads&actor=${asha.id}`]: 3,
    [`from_date=${today}&to_date=${today}`]: 3,
  }
  const counts = async () => {
    const found: Record<string, number> = {}
    for (const query of Object.keys(expected)) {
      const { count, results } = await read(query)
      expect([query, results.length]).toEqual([query, count])
      found[query] = count
    }
    return found
  }
  expect(await counts()).toEqual(expected)
  expect(await fold()).toBeGreaterThan(0)
  expect(await fold()).toBe(0)
  expect(await counts()).toEqual(expected)
  await api.db`select recount_figure('audit_figures')`
  expect(await counts()).toEqual(expected)
  await addEntries([[0, 'admin', 'leads', 'update']])
  expect((await read(`actor=${asha.id}&entity=leads`)).count).toBe(4)
})

test('an entry of a transaction that commits late is counted, too', async () => {
  const start = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const late = api.db.begin(async (tx) => {
    await tx`insert into audit_entries (action, entity, entity_id) values ('insert', 'leads', gen_random_uuid())`
    start.resolve()
    await end.promise
  })
  await start.promise
  await addEntries([[0, 'admin', 'leads', 'update']])
  await fold()
  expect((await read()).count).toBe(1)
  end.resolve()
  await late
  expect((await read()).count).toBe(2)
  await fold()
  expect((await read()).count).toBe(2)
})

test('pages follow one another without a gap, also those of few days', async () => {
  await addEntries(
    Array.from({ length: 45 }, (_, n) => [Math.floor(n / 4), 'admin', n % 3 ? 'leads' : 'orders', 'update']),
  )
  await fold()
  for (const query of ['', 'entity=leads', `actor=${api.people.admin.id}&entity=leads`]) {
    const whole = (await read(query)).results
    const paged: AuditEntry[] = []
    for (let offset = 0; offset < whole.length; offset += 7) {
      const reply = await admin.get(`${url}?limit=7&offset=${offset}&${query}`)
      paged.push(...reply.json<Page>().results)
    }
    expect(paged).toEqual(whole)
    // Microseconds without zeros at their end: as text they have another order.
    const times = whole.map(({ at }) =>
      at.replace(/[.]?(\d*)Z$/, (_, fraction: string) => fraction.padEnd(6, '0')),
    )
    expect(times).toEqual(times.toSorted().toReversed())
  }
})

test('a page that is far from both ends is refused, because skipping entries takes time', async () => {
  const counter = {
    figure: 'audit_figures',
    period: 'ever',
    starts: '0001-01-01',
    kind: 'plans bulk',
    key: api.people.admin.id,
    n1: 1_500_000,
  }
  await api.db`insert into figure_counts ${api.db(counter)}`
  const reply = await admin.get(`${url}?entity=plans&action=bulk&limit=10&offset=700000`)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toBe(
    'This page is more than 500,000 rows from both ends of the list. Filter the list.',
  )
  expect((await admin.get(`${url}?entity=plans&action=bulk&limit=10&offset=1400000`)).statusCode).toBe(200)
  await api.db`delete from figure_counts where kind = 'plans bulk'`
})

test('it is exported with its filters; values are JSON', async () => {
  await assign()
  await addEntries([[1, 'admin', 'leads', 'insert']])
  const reply = await admin.get(`${url}?format=csv&entity=orders`)
  const rows: Record<string, string>[] = parse(reply.body, { columns: true, bom: true })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    actor_email: api.people.admin.email,
    entity_id: order,
    action: 'update',
  })
  expect(JSON.parse(rows[0]?.['after'] ?? '')).toMatchObject({ status: 'assigned' })
})

const newest = async () => {
  const [entry] = await api.db<[{ position: number; action: string }]>`
    select position, action from audit_entries order by position desc, id desc limit 1`
  return entry
}

test('new entries stand after restored ones, though transaction numbers may start again', async () => {
  await addEntries([[1, 'admin', 'leads', 'insert']])
  await api.db`update audit_entries set position = 9000000000`
  await api.db`select rebase_audit()`
  await addEntries([[0, 'admin', 'leads', 'update']])
  expect((await newest()).position).toBeGreaterThan(9_000_000_000)
  // As in a database that was copied by other means: the sealing job sees it.
  await api.db`
    insert into audit_seals (number, sealed_at, upto_position, upto_id, lasting, lasting_hash, passing, passing_hash, hash)
    values (1, now(), 10000000000, gen_random_uuid(), 0, '', 0, '', '')`
  await sealAudit(api.db)
  await addEntries([[0, 'admin', 'leads', 'delete']])
  expect(await newest()).toMatchObject({ action: 'delete' })
  expect((await newest()).position).toBeGreaterThan(10_000_000_000)
})

test.each([
  'entity=Orders',
  'entity=',
  'actor=x',
  'entity_id=1',
  'from_date=2026-13-01',
  'action=a%2Fb',
  'request_id=',
])('%s is refused', async (query) => {
  const reply = await admin.get(`${url}?${query}`)
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, query.split('=')[0]])
})

test('staff users do not see it', async () => {
  expect((await api.as('staff').get(url)).statusCode).toBe(403)
})
