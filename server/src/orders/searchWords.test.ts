import { beforeAll, expect, test } from 'vitest'
import fc from '../../../test/fastCheck.ts'
import { useApi } from '../../test/api.ts'
import { buildClient, buildOrder, buildStaff, buildUser } from '../../test/build.ts'
import { findBrokenInvariants } from '../../test/invariants.ts'

const api = useApi()
const admin = api.as('admin')

let order: { id: string; number: number }
let other: { id: string; number: number }

beforeAll(async () => {
  const user = await buildUser(api.db, {
    first_name: 'Śrīnivāsan',
    last_name: 'Kowalski',
    email: 'sri.k@feather.test',
    mobile: '+919830477001',
  })
  order = await buildOrder(api.db, {
    user: user.id,
    title: 'Wedding cards, gold',
    status: 'assigned',
    assigned_user: api.people.staff.id,
    notes: 'Ring twice at Noël’s door',
    address: {
      line1: '12 Lighthouse Road',
      line2: '',
      city: 'Kōchi',
      state: 'Kerala',
      country: 'India',
      pincode: '682001',
    },
  })
  await addFile(order.id, 'Einladung-Größe.pdf')
  other = await buildOrder(api.db, {
    title: 'Somebody else’s menu',
    status: 'assigned',
    assigned_user: (await buildStaff(api.db)).id,
  })
  await addFile(other.id, 'saffron.pdf')
})

const addFile = (order_id: string, name: string) => api.db`
  insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256)
  values (${order_id}, ${name}, 'application/pdf', 1, 1, ${`words/${name}`}, repeat('0', 64))`

async function ids(query: string, path = '/api/all-orders/', as = admin): Promise<string[]> {
  const reply = await as.get(`${path}?query=${encodeURIComponent(query)}`)
  const { count, results } = reply.json<{ count: number; results: { id: string }[] }>()
  expect([query, count]).toEqual([query, results.length])
  return results.map(({ id }) => id)
}

test.each([
  'srinivasan',
  'KOWALSKI Śrīnivāsan',
  'gold wedding',
  '682001 kow',
  'lighthouse kochi kerala',
  'noel’s ring',
  "door noel's",
  'einladung groesse'.replace('groesse', 'grosse'),
  'feather.test cards',
  '98304 77001',
  '+91 98304-77001',
  '0 98304 77001',
  'kow 77001',
  'cards 098304-77001',
  'Kowalski, Srinivasan',
  'Wedding cards, gold',
])('‘%s’ finds the order', async (query) => {
  expect(await ids(query)).toEqual([order.id])
  const hits = (await admin.get(`/api/search?query=${encodeURIComponent(query)}`)).json<{
    results: { kind: string; id: string }[]
  }>()
  expect(hits.results.filter(({ kind }) => kind === 'order').map(({ id }) => id)).toEqual([order.id])
})

test('a number is found with a sign, a word and other words', async () => {
  const { number } = order
  for (const query of [
    `#${number}`,
    `order ${number}`,
    `Order #${number}`,
    `kow ${number}`,
    `${number} 682001`,
  ])
    expect([query, (await ids(query)).includes(order.id)]).toEqual([query, true])
})

test('each word must be there', async () => {
  for (const query of ['srinivasan menu', `kowalski ${other.number}`, 'gold 560001'])
    expect(await ids(query)).toEqual([])
})

const words = () => [
  String(order.number),
  ...'Śrīnivāsan Kowalski sri.k@feather.test +919830477001 77001 Wedding cards gold Ring twice Noël 12 Lighthouse'.split(
    ' ',
  ),
  ...'Road Kōchi Kerala 682001 Einladung Größe pdf feather'.split(' '),
]
const spelled = (word: string, how: number) =>
  [
    word,
    word.toUpperCase(),
    word.toLowerCase().normalize('NFD'),
    word.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    word.replace(/[aeiou]/, (letter) => `${letter}\u0301`),
  ][how] ?? word

test('some of its words in any sequence, case and accents find an order, in all lists', async () => {
  const picked = fc.array(fc.tuple(fc.nat(words().length - 1), fc.nat(4)), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(picked, async (some) => {
      const query = some.map(([place, how]) => spelled(words()[place] ?? '', how)).join(' ')
      expect([query, (await ids(query)).includes(order.id)]).toEqual([query, true])
      expect([query, await ids(query, '/api/my_orders/', api.as('staff'))]).toEqual([query, [order.id]])
    }),
    { numRuns: 40 },
  )
})

test('a staff user finds and counts none of another one’s orders', async () => {
  for (const query of ['saffron', 'menu', String(other.number), 'somebody menu'])
    expect(await ids(query, '/api/my_orders/', api.as('staff'))).toEqual([])
})

test('an order is found by the company that pays for it, by its new name once that is changed', async () => {
  const company = await buildClient(api.db, { name: 'Quarryville Mills' })
  const { id, number } = await buildOrder(api.db, { title: 'Annual report' })
  const billed = await admin.patch(`/api/all-orders/${id}/`, { billed_to: company.id })
  expect(billed.statusCode).toBe(200)
  expect(await ids('report quarryville')).toEqual([id])
  const body = { name: 'Basalt Mills' }
  expect((await admin.post(`/api/clients/update/?client_id=${company.id}`, body)).statusCode).toBe(200)
  expect(await ids('basalt')).toEqual([id])
  expect(await ids('quarryville')).toEqual([])
  const found = await admin.get('/api/search?query=basalt')
  expect(found.body).toContain(`${number}`)
  await admin.patch(`/api/all-orders/${id}/`, { billed_to: null })
  expect(await ids('basalt')).toEqual([])
})

test('what changes is found at once, and what went is not', async () => {
  const { id } = await buildOrder(api.db, { title: 'Atlas' })
  await addFile(id, 'mapbook.pdf')
  expect(await ids('mapbook atlas')).toEqual([id])
  await api.db`update order_files set name = 'globe.pdf' where name = 'mapbook.pdf'`
  expect([await ids('mapbook'), await ids('globe')]).toEqual([[], [id]])
  await api.db`update orders set version = version + 1, notes = 'Zinc', address = address || '{"pincode": "110099"}' where id = ${id}`
  expect([await ids('zinc 110099 globe'), await ids('411001 globe')]).toEqual([[id], []])
  await api.db`delete from order_files where order_id = ${id}`
  expect(await ids('globe')).toEqual([])
  expect(await findBrokenInvariants(api.db)).not.toHaveProperty(['words of orders'])
  await api.db`select rebuild_search()`
  expect(await findBrokenInvariants(api.db)).not.toHaveProperty(['words of orders'])
})
