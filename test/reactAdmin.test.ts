import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../server/test/api.ts'
import {
  buildClerk,
  buildCoupon,
  buildLead,
  buildOrder,
  buildPlan,
  buildSoldPlan,
  buildStaff,
  buildUser,
} from '../server/test/build.ts'

// react-admin with the public data provider for Django REST, unchanged: it sends page, page_size and ordering, and PUT. Its
// httpClient is the one that docs/integrate.md shows.

const api = useApi()
const admin = api.as('admin')
let base = ''
/** Neither has types. */
const names: Record<'provider' | 'library', string> = {
  provider: 'ra-data-drf',
  library: 'ra-data-drf/node_modules/react-admin',
}
type Row = Record<string, unknown> & { id: string; version: number }
type Client = (url: string, options?: object) => Promise<unknown>
type Library = {
  fetchUtils: { fetchJson: Client }
  setSubmissionErrors: (errors: object, setError: (field: string, error: { message: string }) => void) => void
}
type Provider = (type: string, resource: string, params: object) => Promise<{ data: unknown; total: number }>
let provider: Provider
let couponProvider: Provider
let library: Library

// Other files of the worker ask for a browser, too.
afterAll(() => void vi.unstubAllGlobals())

beforeAll(async () => {
  base = await api.app.listen({ port: 0, host: '127.0.0.1' })
  // The library of react-admin looks for a browser when it is loaded.
  vi.stubGlobal('window', globalThis)
  const { default: drfProvider } = (await import(names.provider)) as {
    default: (url: string, client: unknown) => Provider
  }
  library = (await import(names.library)) as Library
  const client = await documentedClient(library.fetchUtils, api.token('admin'))
  provider = drfProvider(`${base}/api`, client)
  couponProvider = drfProvider(`${base}/coupon_app/api`, client)
  for (let n = 0; n < 12; n++) {
    const user = await buildUser(api.db, { first_name: `Customer ${String(n).padStart(2, '0')}` })
    await buildOrder(api.db, {
      user: user.id,
      title: `Thesis ${n}`,
      amount: 100 * n,
      status: n % 2 ? 'confirmed' : 'cancelled',
    })
    await buildLead(api.db, { name: `Lead ${String(n).padStart(2, '0')}`, status: n % 3 ? 'new' : 'won' })
  }
})

/** The httpClient of the page for integrators, as it stands there. */
async function documentedClient(fetchUtils: Library['fetchUtils'], token: string): Promise<Client> {
  const page = await readFile(new URL('../docs/integrate.md', import.meta.url), 'utf8')
  const lines = /```js\n(const httpClient[^]*?)```/.exec(page)?.[1] ?? ''
  const source = `export const create = (fetchUtils, token) => {\n${lines}\nreturn httpClient }`
  const { create } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  )) as {
    create: (utils: Library['fetchUtils'], token: string) => Client
  }
  return create(fetchUtils, token)
}

const list = (resource: string, field: string, order: 'ASC' | 'DESC', filter: object, page = 1) =>
  provider('GET_LIST', resource, { pagination: { page, perPage: 5 }, sort: { field, order }, filter })

test.each([
  ['users', 'name', { query: 'Customer' }, 12, (row: Row) => row['first_name']],
  ['all-orders', 'payable', { status: 'confirmed' }, 6, (row: Row) => row['payable']],
  ['contact_us', 'name', { status: 'new' }, 8, (row: Row) => row['name']],
])('%s are listed, filtered and sorted', async (resource, field, filter, total, valueOf) => {
  const pages = [await list(resource, field, 'ASC', filter), await list(resource, field, 'ASC', filter, 2)]
  expect(pages.map((page) => page.total)).toEqual([total, total])
  const rows = pages.flatMap(({ data }) => data as Row[])
  expect(rows).toHaveLength(Math.min(10, total))
  expect(rows.map(valueOf)).toEqual(
    rows
      .map(valueOf)
      .toSorted((a, b) => String(a).length - String(b).length || (String(a) < String(b) ? -1 : 1)),
  )
  const [last] = (await list(resource, field, 'DESC', filter)).data as Row[]
  expect(last && valueOf(last)).not.toBe(rows[0] && valueOf(rows[0]))
})

test.each([
  ['users', 'first_name', 'Changed'],
  ['all-orders', 'title', 'Another title'],
  ['contact_us', 'note', 'Called'],
])('a record of %s is read, edited as a whole and read again', async (resource, field, value) => {
  const [{ id }] = (await list(resource, 'created_at', 'DESC', {})).data as [Row]
  const record = (await provider('GET_ONE', resource, { id })).data as Row
  const { data: saved } = await provider('UPDATE', resource, {
    id,
    data: { ...record, [field]: value },
    previousData: record,
  })
  expect(saved).toMatchObject({ id, [field]: value, version: record.version + 1 })
  const [again] = (await provider('GET_MANY', resource, { ids: [id] })).data as Row[]
  expect(again?.[field]).toBe(value)
  // Someone else saved meanwhile: nothing is overwritten.
  await expect(
    provider('UPDATE', resource, { id, data: { ...record, [field]: 'Late' } }),
  ).rejects.toMatchObject({ status: 409 })
})

test.each<[string, string, () => Promise<{ id: string; meanwhile: () => Promise<unknown> }>]>([
  [
    'users',
    'notes',
    async () => {
      const { id } = await buildUser(api.db)
      return { id, meanwhile: () => buildOrder(api.db, { user: id }) }
    },
  ],
  [
    'all-orders',
    'notes',
    async () => {
      const { id: user } = await buildUser(api.db)
      const { id } = await buildOrder(api.db, { user })
      await admin.patch(`/api/all-orders/${id}/`, { assigned_user: api.people.staff.id })
      const rename = async () => {
        await admin.patch(`/api/users/${user}/`, { first_name: 'Renamed' })
        await admin.patch(`/api/staff_users/${api.people.admin.id}/`, { full_name: 'Asha Iyer' })
      }
      return { id, meanwhile: rename }
    },
  ],
  [
    'contact_us',
    'note',
    async () => {
      const { id } = await buildLead(api.db, { email: 'twice@print.test' })
      return { id, meanwhile: () => buildLead(api.db, { email: 'twice@print.test' }) }
    },
  ],
  [
    'staff_users',
    'full_name',
    async () => {
      const { id } = await buildStaff(api.db)
      return { id, meanwhile: () => buildOrder(api.db, { status: 'assigned', assigned_user: id }) }
    },
  ],
  [
    'subscription-plans',
    'description',
    async () => {
      const { id } = await buildPlan(api.db)
      return { id, meanwhile: () => buildSoldPlan(api.db, { plan: id }) }
    },
  ],
  [
    'user-subscription-plans',
    'ends_on',
    async () => {
      const { id, plan } = await buildSoldPlan(api.db)
      const rename = api.db`update subscription_plans set version = version + 1, price = 1 where id = ${plan}`
      return { id, meanwhile: () => rename }
    },
  ],
  [
    'ability-sets',
    'name',
    async () => {
      const { ability_set: id } = await buildClerk(api.db, ['orders'])
      const set = api.db`update staff_users set version = version + 1, ability_set = ${id}
        where id = ${api.people.staff.id}`
      return { id: String(id), meanwhile: () => set }
    },
  ],
])(
  'a whole record of %s is saved though what it shows of others has changed',
  async (resource, field, build) => {
    const { id, meanwhile } = await build()
    const record = (await provider('GET_ONE', resource, { id })).data as Row
    await meanwhile()
    const now = (await provider('GET_ONE', resource, { id })).data as Row
    expect([now.version, now]).toEqual([record.version, expect.not.objectContaining(record)])
    const data = { ...record, [field]: field === 'ends_on' ? '2099-01-31' : 'Edited' }
    const { data: saved } = await provider('UPDATE', resource, { id, data, previousData: record })
    expect(saved).toMatchObject({ [field]: data[field], version: record.version + 1 })
    // Without the version it was read with, nobody knows that it is only old.
    const { version, ...old } = { ...record, [field]: data[field] }
    expect((await admin.put(`/api/${resource}/${id}/`, old)).statusCode).toBe(400)
  },
)

test.each(['users', 'all-orders', 'contact_us', 'clients', 'print-jobs', 'webhooks', 'api-keys'])(
  '%s are sorted by id if nobody chose a field',
  async (resource) => {
    const [up, down] = [await list(resource, 'id', 'ASC', {}), await list(resource, 'id', 'DESC', {})]
    expect(up.total).toBe(down.total)
    if (up.total <= 5)
      expect((up.data as Row[]).map(({ id }) => id)).toEqual(
        (down.data as Row[]).map(({ id }) => id).toReversed(),
      )
  },
)

test('coupons come in pages, and are created, edited and deleted', async () => {
  for (let n = 0; n < 7; n++) await buildCoupon(api.db)
  const page = (number: number) =>
    couponProvider('GET_LIST', 'coupons', {
      pagination: { page: number, perPage: 5 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    })
  const pages = [await page(1), await page(2)]
  expect(pages.map(({ data, total }) => [(data as Row[]).length, total])).toEqual([
    [5, 7],
    [2, 7],
  ])
  const form = {
    name: 'Monsoon',
    code: 'MONSOON26',
    discount_percentage: 5,
    valid_from: '2026-06-01',
    valid_to: '2099-09-30',
  }
  const { id } = (await couponProvider('CREATE', 'coupons', { data: form })).data as Row
  const record = (await couponProvider('GET_ONE', 'coupons', { id })).data as Row
  const changed = { id, data: { ...record, name: 'Rain' } }
  expect((await couponProvider('UPDATE', 'coupons', changed)).data).toMatchObject({ name: 'Rain' })
  await couponProvider('DELETE', 'coupons', { id, previousData: record })
  await expect(couponProvider('GET_ONE', 'coupons', { id })).rejects.toMatchObject({ status: 404 })
})

test('the faults of a form are shown beside their fields', async () => {
  const data = { first_name: '', last_name: 'Customer', mobile: '1' }
  const shown = await provider('CREATE', 'users', { data }).catch((error: { body: { errors: object } }) => {
    const messages: Record<string, string> = {}
    library.setSubmissionErrors(error.body.errors, (field, { message }) => {
      messages[field] = message
    })
    return messages
  })
  expect(shown).toEqual({
    first_name: expect.stringMatching(/./),
    mobile: expect.stringContaining('phone'),
  })
})

test('a customer is created, and a fault of a field has its message', async () => {
  const data = { first_name: 'New', last_name: 'Customer', mobile: '9812300000' }
  const created = await provider('CREATE', 'users', { data })
  expect((created.data as Row).id).toMatch(/^[0-9a-f-]{36}$/)
  await expect(provider('CREATE', 'users', { data: { ...data, mobile: '1' } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('phone'),
  })
})
