import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import {
  buildClient,
  buildLead,
  buildOrder,
  buildSoldPlan,
  buildUser,
  buildVouchers,
} from '../server/test/build.ts'
import { allEndpoints, exampleUrl } from './endpoints.ts'

// Every list can be exported as CSV with its filters.

const api = useApi()
const exported = (await allEndpoints()).filter(
  ({ schema }) => schema.querystring?.safeParse({ format: 'csv' }).success,
)
const isPaged = ({ schema }: (typeof exported)[number]) =>
  schema.querystring?.safeParse({ limit: '1' }).success
const lists = exported.filter(isPaged).map(exampleUrl)

type Row = Record<string, string>
const exportCsv = async (url: string, role: 'admin' | 'staff' = 'admin'): Promise<Row[]> => {
  const reply = await api.as(role).get(`${url}${url.includes('?') ? '&' : '?'}format=csv`)
  expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([
    url,
    200,
    'text/csv; charset=utf-8',
  ])
  return parse(reply.body, { columns: true, bom: true })
}

beforeAll(async () => {
  for (let index = 0; index < 130; index++) {
    const user = await buildUser(api.db, {
      first_name: index % 2 ? 'Asha' : '=Evil',
      last_name: `Number ${index}`,
    })
    const plan = index % 10 === 0
    if (index < 60) {
      await buildOrder(api.db, {
        user: user.id,
        title: `Poster ${index}, "large"`,
        status: index % 3 ? 'assigned' : 'confirmed',
        order_type: plan ? 'subscription' : 'print',
        assigned_user: index % 3 ? api.people[index % 2 ? 'staff' : 'other staff'].id : null,
      })
    }
    if (plan) await buildSoldPlan(api.db, { user: user.id })
  }
  await buildLead(api.db, { message: 'Two\nlines' })
  await buildLead(api.db, { status: 'won' })
  for (let index = 0; index < 12; index++) {
    const { id } = await buildClient(api.db, { name: `@Company number ${index}` })
    const voucher_codes = Array.from({ length: 10 }, (_, code) => `=CODE${code}`)
    await buildVouchers(api.db, { client: id, voucher_codes })
  }
})

test('all lists have a CSV export', () => {
  expect(exported.map(({ url }) => url).toSorted()).toEqual([
    '/api/ability-sets/',
    '/api/accounts/',
    '/api/all-orders/',
    '/api/all-orders/:id/comments/',
    '/api/all-orders/:id/complaints/',
    '/api/api-keys/',
    '/api/approvals/',
    '/api/audit/',
    '/api/bin/',
    '/api/bulk-jobs/',
    '/api/bulk-jobs/:id/records/',
    '/api/clients/',
    '/api/clients/:id/statement/',
    '/api/clients/:id/voucher-statement/',
    '/api/complaints/',
    '/api/contact_us/',
    '/api/courier-tasks/',
    '/api/customer-imports/:id/skipped/',
    '/api/customer-merges/',
    '/api/customer-tags/',
    '/api/days/',
    '/api/days/:day/report/',
    '/api/get-purchased-voucher/',
    '/api/get-voucher/',
    '/api/hand-overs/',
    '/api/invoices/',
    '/api/margins/',
    '/api/mentions/',
    '/api/message-channels/',
    '/api/message-templates/',
    '/api/messages/',
    '/api/my_orders/',
    '/api/order-requests/',
    '/api/payments/',
    '/api/print-jobs/',
    '/api/printer-readings/',
    '/api/printers/',
    '/api/production/',
    '/api/qr-codes/',
    '/api/quotes/',
    '/api/registers/outstanding/',
    '/api/registers/sales/',
    '/api/staff_users/',
    '/api/statement-lines/',
    '/api/stock/',
    '/api/stock/:id/entries/',
    '/api/subscription-plans/',
    '/api/ticket-scans/',
    '/api/till/',
    '/api/user-subscription-plans/',
    '/api/users/',
    '/api/users/:id/addresses/',
    '/api/users/:id/files/',
    '/api/users/:id/statement/',
    '/api/voucher-groups/',
    '/api/voucher-imports/:id/skipped/',
    '/api/webhooks/',
    '/api/webhooks/:id/deliveries/',
    '/coupon_app/api/coupon-uses/',
    '/coupon_app/api/coupons/',
    '/referral_app/referrals-stats/',
  ])
})

const filters = [
  '',
  'limit=1&offset=1',
  'query=number 1',
  'status=assigned',
  'is_active=true',
  'from_date=2020-01-01',
]
test.each(lists.flatMap((url) => filters.map((filter) => `${url}?${filter}`)))(
  '%s exports as many rows as its count, in the same order',
  async (url) => {
    const page = await api.as('admin').get(`${url}&limit=100&offset=0`.replace('limit=1&offset=1&', ''))
    if (page.statusCode !== 200) {
      const refused = await api.as('admin').get(`${url}&format=csv`)
      return expect(refused.statusCode).toBe(page.statusCode)
    }
    const rows = await exportCsv(url)
    expect(rows).toHaveLength(page.json().count)
    expect(rows.slice(0, 100).map(({ id }) => id)).toEqual(page.json().results.map(({ id }: Row) => id))
  },
)

test('a company row has its stock, and a code that looks like a formula is defused', async () => {
  const companies = await exportCsv('/api/clients/?query=number 7')
  const company = companies.find(({ name }) => name === "'@Company number 7")
  expect(company).toMatchObject({
    name: "'@Company number 7",
    'vouchers.codes': '10',
    is_advertisible: 'false',
  })
  const codes = await exportCsv(`/api/get-voucher/?client_id=${company?.['id']}`)
  expect(codes.map(({ voucher_code }) => voucher_code)).toContain("'=CODE3")
})

test('an order row has the names of people and files, and money as numbers', async () => {
  const orders = await exportCsv('/api/all-orders/?order_type=print&query=Number 59')
  const order = orders.find(({ title }) => title?.startsWith('Poster 59'))
  expect(order).toMatchObject({
    title: 'Poster 59, "large"',
    'user_data.first_name': 'Asha',
    'assigned_user_data.full_name': 'Ravi Kumar',
    'address.city': 'Pune',
    amount: '46',
    pickup: 'false',
    delivered_at: '',
  })
  const evil = await exportCsv('/api/users/?query=Number 58')
  expect(evil.map(({ first_name }) => first_name)).toContain("'=Evil")
})

test('the filters of orders apply to the export', async () => {
  const { length: confirmed } = await exportCsv(
    '/api/all-orders/?status=confirmed&exclude_order_type=subscription',
  )
  const { length: subscriptions } = await exportCsv(
    '/api/all-orders/?status=confirmed&order_type=subscription',
  )
  expect([confirmed, subscriptions]).toEqual([18, 2])
  expect(await exportCsv('/api/all-orders/?order_type=print&exclude_order_type=print')).toEqual([])
  const [one] = await exportCsv('/api/all-orders/?limit=1')
  expect(await exportCsv(`/api/all-orders/?user=${one?.['user']}`)).toHaveLength(1)
})

test('a staff user exports only their own orders', async () => {
  const own = await exportCsv('/api/my_orders/', 'staff')
  expect(own.length).toBeGreaterThan(10)
  expect(own.every((order) => order['assigned_user'] === api.people.staff.id)).toBe(true)
  const another = `/api/my_orders/?format=csv&assigned_user=${api.people['other staff'].id}`
  expect((await api.as('staff').get(another)).statusCode).toBe(403)
  expect((await api.as('staff').get('/api/users/?format=csv')).statusCode).toBe(403)
})

test('a format other than csv is refused', async () => {
  const reply = await api.as('admin').get('/api/users/?format=pdf')
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'format'])
})
