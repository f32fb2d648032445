import { readFileSync } from 'node:fs'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { type AuditEntry, listAudit } from '@our-print/contract/shop/audit.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { AuditPage } from './AuditPage.tsx'
import { entityLabels } from './auditNames.ts'
import { changesOf, changeText } from './auditTexts.ts'

const ravi = '01900000-0000-7000-8000-0000000000a1'
const order = '01900000-0000-7000-8000-0000000000a2'
const moved: AuditEntry = {
  id: '01900000-0000-7000-8000-0000000000c1',
  at: '2026-09-18T10:00:00Z',
  actor: '01900000-0000-7000-8000-0000000000a3',
  actor_email: 'asha@print.test',
  actor_name: 'Asha Rao',
  action: 'update',
  entity: 'orders',
  entity_id: order,
  before: { status: 'confirmed', assigned_user: null, version: 1 },
  after: { status: 'assigned', assigned_user: ravi, version: 2 },
  request_id: 'r1',
  names: { [order]: '1042', [ravi]: 'Ravi Kumar' },
}
const made: AuditEntry = {
  ...moved,
  id: '01900000-0000-7000-8000-0000000000c2',
  actor: null,
  actor_email: null,
  actor_name: null,
  action: 'insert',
  entity: 'staff_users',
  before: null,
  after: {
    email: 'boss@print.test',
    full_name: 'Boss',
    password_hash: 'hidden',
    is_superuser: true,
    mobile: null,
    is_active: true,
  },
  request_id: null,
  names: {},
}

const page = (...results: AuditEntry[]) => ({ count: results.length, next: null, previous: null, results })
const staff = { count: 0, next: null, previous: null, results: [] }
const show = (first: ReturnType<typeof hang>, path = '/audit') =>
  renderPage(<AuditPage />, [first, answer(listStaff, staff)], { path })

test('an entry says who, when, what, and before and after in the words of the shop', async () => {
  const user = userEvent.setup()
  show(answer(listAudit, page(moved, made)))
  const row = await screen.findByRole('row', { name: /Asha Rao/ })
  expect(row).toHaveTextContent(/Changed order 1042/)
  expect(within(row).getByText('Status: Pending → Assigned')).toBeVisible()
  expect(within(row).getByText('Delivery staff: none → Ravi Kumar')).toBeVisible()
  expect(row).not.toHaveTextContent(/Version/)
  expect(within(row).getByRole('link', { name: '1042' }).getAttribute('href')).toBe(
    `/audit?entity_id=${order}`,
  )
  const added = screen.getByRole('row', { name: /A command on the server/ })
  expect(added).toHaveTextContent(/Added.*staff user/)
  await user.click(within(added).getByText('2 more fields'))
  expect(within(added).getByText('Super admin: Yes')).toBeVisible()
  expect(within(added).getByText('Password: hidden')).toBeVisible()
})

test('who does not see the staff is not asked for a person of it', async () => {
  const { calls } = renderPage(<AuditPage />, [answer(listAudit, page(moved))], {
    path: '/audit',
    abilities: ['audit', 'prices', 'customers'],
  })
  expect(await screen.findByRole('row', { name: /Asha Rao/ })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Action' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull()
  expect(calls.filter(({ url }) => url.pathname.startsWith('/api/staff_users'))).toEqual([])
})

test('abilities are told in words', async () => {
  const set = { name: 'Desk', abilities: ['orders', 'prices'] }
  show(answer(listAudit, page({ ...made, entity: 'ability_sets', after: set })))
  expect(await screen.findByText('They may: Take in and change orders, See prices and margins')).toBeVisible()
})

test('filters stand in the address; a record and a request can be taken off', async () => {
  const user = userEvent.setup()
  const { calls, location } = show(
    answer(listAudit, page(moved)),
    `/audit?entity_id=${order}&request_id=r1&from_date=2026-09-01&to_date=lost&entity=<`,
  )
  await screen.findByRole('row', { name: /Asha Rao/ })
  const sent = () =>
    Object.fromEntries(calls.findLast(({ url }) => url.pathname === '/api/audit/')?.url.searchParams ?? [])
  expect(sent()).toEqual({
    limit: '10',
    offset: '0',
    entity_id: order,
    request_id: 'r1',
    from_date: '2026-09-01',
  })
  await user.click(screen.getByRole('button', { name: 'Remove: One record' }))
  await waitFor(() => expect(sent()).not.toHaveProperty('entity_id'))
  await user.selectOptions(screen.getByLabelText('Kind of record'), 'Lead')
  await user.selectOptions(screen.getByLabelText('Action'), 'Deleted')
  await waitFor(() => expect(sent()).toMatchObject({ entity: 'leads', action: 'delete' }))
  expect(location()).toContain('entity=leads')
})

test('it is empty, loading or failed', async () => {
  const empty = show(answer(listAudit, page()))
  expect(await screen.findByText(/Every change that someone makes shows here/)).toBeVisible()
  empty.unmount()
  const loading = show(hang(listAudit))
  expect(await screen.findByText('Loading...')).toBeVisible()
  loading.unmount()
  show(refuse(listAudit, 503, { message: 'The shop is busy' }))
  expect(await screen.findByText('The shop is busy')).toBeVisible()
})

test('every table whose changes are recorded has a name', () => {
  const declared = readFileSync('server/sql/objects/changes.sql', 'utf8').matchAll(/record_changes\('(\w+)'/g)
  const tables = [...declared].map(([, table = '']) => table)
  expect(tables.length).toBeGreaterThan(50)
  expect(tables.filter((table) => !(table in entityLabels))).toEqual([])
})

test('amounts, days, addresses and unknown ids are readable', () => {
  const entry = (before: object, after: object, entity = 'orders') =>
    changesOf({ ...moved, entity, before: before as never, after: after as never }).map(changeText)
  expect(entry({ payable: 12550 }, { payable: 100 })).toEqual(['To pay: ₹125.50 → ₹1.00'])
  expect(entry({ cost: 500 }, { cost: 700 }, 'voucher_infos')).toEqual(['Cost: 5.00 coins → 7.00 coins'])
  expect(entry({ expiry_date: '2026-01-03' }, { expiry_date: '2027-01-03' })).toEqual([
    'Valid until: 3rd Jan 2026 → 3rd Jan 2027',
  ])
  expect(entry({ address: { line1: '1 Road', line2: '', city: 'Pune' } }, { address: null })).toEqual([
    'Address: 1 Road, Pune → none',
  ])
  expect(entry({ order_id: '01900000-0000-7000-8000-0000000000ff' }, { order_id: order })).toEqual([
    'Order: a record without a name → 1042',
  ])
  expect(entry({ color: 'bw', new_thing: [1, true] }, { color: 'color', new_thing: {} })).toEqual([
    'Print colour: Black & white → Colour',
    'New thing: 1, Yes → none',
  ])
})

test.each([
  ['configurations', 'credit_limit_customer', 500_000, 'Credit limit customer: ₹5,000.00'],
  ['accounts', 'credit_limit', 75_000, 'Credit limit: ₹750.00'],
  ['hand_overs', 'in_hand', 'hidden', 'In hand: hidden'],
  ['day_closes', 'difference', -500, 'Difference: -₹5.00'],
  ['invoices', 'total', 11_800, 'Total: ₹118.00'],
  ['orders', 'calculated_amount', 9_900, 'Calculated amount: ₹99.00'],
  ['courier_tasks', 'collected', 20_000, 'Collected: ₹200.00'],
  ['complaints', 'coins', 250, 'Coins: 2.50 coins'],
  ['bulk_jobs', 'total', 1200, 'Total: 1,200'],
  ['stock_items', 'amount', 1200, 'In stock: 1,200'],
  ['orders', 'amount', 12_000, 'Price: ₹120.00'],
  ['payments', 'amount', 12_000, 'Amount: ₹120.00'],
  ['invoices', 'year', 2026, 'Year: 2026'],
  ['clients', 'agreed_price', 2_500, 'Agreed price: ₹25.00'],
  ['configurations', 'delivery_fee', 30, 'Delivery fee: ₹30.00'],
  ['configurations', 'price_per_page', { bw: { single: 1.5 } }, 'Price per page: Bw: Single: ₹1.50'],
  [
    'orders',
    'lines',
    [{ text: 'Lamination', quantity: 1000, price: 2_500 }],
    'Lines: Text: Lamination, Quantity: 1,000, Price: ₹25.00',
  ],
  ['quotes', 'content', { lines: [{ price: 25 }], copies: 3 }, 'Content: Lines: Price: ₹25.00, Copies: 3'],
  ['quotes', 'prices', [{ text: 'Printing', amount: 2_500 }], 'Prices: Text: Printing, Amount: ₹25.00'],
  [
    'invoices',
    'content',
    { paid: 500, taxes: [{ rate: 1_800, net: 1_000 }] },
    'Content: Paid: ₹5.00, Taxes: Rate: 18 %, Net: ₹10.00',
  ],
  [
    'approval_rules',
    'limits',
    { coins: 5_000, refunds: 90_000, vouchers: 20 },
    'Limits: Coins: 50.00 coins, Refunds: ₹900.00, Vouchers: 20',
  ],
  ['hand_overs', 'counted_notes', { 500: 3 }, 'Counted notes: 500: 3'],
])('of %s the %s %j is told as “%s”', (entity, field, value, text) => {
  const [change] = changesOf({ ...made, entity, after: { [field]: value } })
  expect(change && changeText(change)).toBe(text)
})
