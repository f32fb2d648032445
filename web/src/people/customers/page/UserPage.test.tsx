import { getAccount } from '@our-print/contract/money/accounts.ts'
import { listPayments, type Payment } from '@our-print/contract/money/payments.ts'
import { listCustomerFiles } from '@our-print/contract/orders/customerFiles.ts'
import { listOrders } from '@our-print/contract/orders/orders.ts'
import {
  addCustomerAddress,
  type CustomerAddress,
  deleteCustomerAddress,
  listCustomerAddresses,
  updateCustomerAddress,
} from '@our-print/contract/people/customerAddresses.ts'
import { listCustomerMerges } from '@our-print/contract/people/customerMerges.ts'
import { getUser, listCustomerTags, type User, updateUser } from '@our-print/contract/people/customers.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { listSoldPlans } from '@our-print/contract/rewards/plans.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../../../test/order.ts'
import { answer, page, refuse, refuseStale, renderPage } from '../../../../test/renderPage.tsx'
import { anita } from '../../../../test/user.ts'
import { UserPage } from './UserPage.tsx'

const shop = [
  answer(getUser, anita),
  answer(getCoins, { user_id: anita.id, balance: 120.5, earned: 127.7, spent: 7.2, entries: [] }),
  answer(listOrders, page([order])),
  answer(listCustomerMerges, page([])),
]
const at = (search = '') => ({ path: `/user/${anita.id}${search}`, route: '/user/:id' })

test('everything about a customer is on one page', async () => {
  const { calls } = renderPage(<UserPage />, shop, at())
  await screen.findByRole('heading', { level: 1, name: 'Anita Hegde' })
  expect(screen.getByRole('link', { name: '+91 90000 00005' })).toHaveAttribute('href', 'tel:+919000000005')
  expect(screen.getByRole('link', { name: 'anita@example.com' })).toHaveAttribute(
    'href',
    'mailto:anita@example.com',
  )
  expect(screen.getByText('ANITA234')).toBeDefined()
  expect(screen.getByText('Rings twice')).toBeDefined()
  expect(screen.getByRole('link', { name: 'New order' })).toHaveAttribute(
    'href',
    `/new_order?user=${anita.id}`,
  )
  await screen.findByRole('row', { name: /Thesis/ })
  const list = calls.find(({ url }) => url.pathname === listOrders.url)
  expect(list?.url.searchParams.get('user')).toBe(anita.id)
})

const payment: Payment = {
  id: '01900000-0000-7000-8000-0000000000e1',
  number: 7,
  order: order.id,
  order_number: 1021,
  user: anita.id,
  client: null,
  payer: 'Anita Hegde',
  method: 'upi',
  amount: 120,
  at: '2026-11-20T10:00:00Z',
  happened_at: '2026-11-20T10:00:00Z',
  said_at: null,
  by: '01900000-0000-7000-8000-000000000001',
  by_name: 'Meera Deshmukh',
  reference: 'UPI 42',
  note: '',
  reverses: null,
  reversed_by: null,
  day: '2026-11-20',
}

test('what a customer owes and has paid is on their page, and a deposit is taken there', async () => {
  const user = userEvent.setup()
  const account = {
    id: anita.id,
    kind: 'user',
    name: 'Anita Hegde',
    balance: 0,
    owed: 540,
    ageing: { week: 540, month: 0, two_months: 0, older: 0 },
    on_account: 0,
    credit_limit: null,
    effective_limit: 2000,
    version: 1,
  } as const
  const { calls } = renderPage(
    <UserPage />,
    [...shop, answer(getAccount, account), answer(listPayments, page([payment]))],
    at('?tab=payments'),
  )
  expect(await screen.findByText('₹540.00', { selector: 'span' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Statement' })).toHaveAttribute('href', `/account/${anita.id}`)
  expect(await screen.findByRole('row', { name: /Order 1021/ })).toHaveTextContent('₹120.00')
  const list = calls.find(({ url }) => url.pathname === listPayments.url)
  expect(list?.url.searchParams.get('user')).toBe(anita.id)
  await user.click(screen.getByRole('button', { name: 'Take deposit' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test('after a conflict the typed notes stay and can be saved with the current version', async () => {
  const current = { ...anita, mobile: '+919000000006', notes: 'Shop owner', version: 5 }
  let now: User = anita
  const { calls } = renderPage(
    <UserPage />,
    [...shop, answer(getUser, () => now), refuseStale(updateUser, () => now)],
    at(),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit notes' }))
  const form = within(screen.getByRole('form', { name: 'Notes' }))
  await user.clear(form.getByLabelText('Notes'))
  await user.paste('Pays by cheque')
  now = current
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Mobile: +919000000005 → +919000000006')
  await user.click(form.getByRole('button', { name: 'Reload' }))
  expect(form.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Pays by cheque')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const sent = calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  expect(sent).toEqual([
    { notes: 'Pays by cheque', version: 4 },
    { notes: 'Pays by cheque', version: 5 },
  ])
})

test('deactivating asks for confirmation and sends the version; inactive customers get no New order', async () => {
  let now: User = anita
  const { calls } = renderPage(
    <UserPage />,
    [
      ...shop,
      answer(getUser, () => now),
      answer(updateUser, () => {
        now = { ...anita, is_active: false, version: 5 }
        return now
      }),
    ],
    at(),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'More actions for Anita Hegde' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  const question = within(await screen.findByRole('dialog', { name: 'Deactivate Anita Hegde?' }))
  await user.click(question.getByRole('button', { name: 'Deactivate' }))
  await screen.findByText('Inactive')
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_active: false, version: 4 })
  expect(await screen.findByRole('button', { name: 'Activate' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'New order' })).toBeNull()
})

test('a customer’s plans show the pages left', async () => {
  const plan = {
    id: 'p1',
    user: anita.id,
    user_data: anita,
    plan: 'p',
    plan_data: { id: 'p', name: 'Student', price: 499 },
    price: 499,
    starts_on: '2026-01-01',
    ends_on: '2026-12-31',
    pages_total: 500,
    pages_used: 100,
    pages_left: 400,
    status: 'active' as const,
    created_at: anita.created_at,
    version: 1,
  }
  const { calls } = renderPage(<UserPage />, [...shop, answer(listSoldPlans, page([plan]))], at('?tab=plans'))
  expect((await screen.findByRole('row', { name: /Student/ })).textContent).toContain('400 of 500')
  const list = calls.find(({ url }) => url.pathname === listSoldPlans.url)
  expect(list?.url.searchParams.get('user')).toBe(anita.id)
})

test('an address without a customer shows a message', async () => {
  const missing = [
    refuse(getUser, 404, { message: 'Customer not found' }),
    answer(listCustomerMerges, page([])),
  ]
  renderPage(<UserPage />, missing, at())
  await screen.findByRole('heading', { name: 'Customer not found' })
})

test('the address of a merged customer leads to the one who was kept', async () => {
  const merge = {
    id: 'm1',
    kept: 'k1',
    kept_name: 'Ravi Rao',
    merged: anita.id,
    merged_name: 'Anita Hegde',
    merged_mobile: anita.mobile,
    merged_email: null,
    moved: {},
    at: anita.created_at,
    by: null,
    undo_until: anita.created_at,
    undone_at: null,
    can_undo: true,
  }
  const merged = [refuse(getUser, 404, {}), answer(listCustomerMerges, page([merge]))]
  renderPage(<UserPage />, merged, at())
  await screen.findByRole('heading', { name: 'Anita Hegde was merged into Ravi Rao' })
  expect(screen.getByRole('link', { name: 'Open Ravi Rao' })).toHaveAttribute('href', '/user/k1')
})

test('tags are added by typing or choosing, and removed by a press; what was spent is beside them', async () => {
  let now: User = { ...anita, tags: ['school'] }
  const { calls } = renderPage(
    <UserPage />,
    [
      ...shop,
      answer(getUser, () => now),
      answer(listCustomerTags, page([{ tag: 'vip', customers: 3 }])),
      answer(updateUser, ({ body }) => {
        now = { ...now, ...(body as Partial<User>), version: now.version + 1 }
        return now
      }),
    ],
    at(),
  )
  const user = userEvent.setup()
  const form = within(await screen.findByRole('form', { name: 'Tags' }))
  await user.type(form.getByLabelText('Add a tag'), 'v')
  await user.click(await screen.findByRole('option', { name: /vip/ }))
  // The next one can be typed while the first one is saved.
  await user.type(form.getByLabelText('Add a tag'), 'Late ')
  await form.findByRole('button', { name: 'Remove tag: vip' })
  await waitFor(() =>
    expect(form.getByRole('button', { name: 'Add' })).not.toHaveAttribute('aria-busy', 'true'),
  )
  await user.type(form.getByLabelText('Add a tag'), '{Enter}')
  await form.findByRole('button', { name: 'Remove tag: late' })
  await user.click(form.getByRole('button', { name: 'Remove tag: school' }))
  await screen.findByText('Tag school removed')
  const sent = calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  expect(sent).toEqual([
    { tags: ['school', 'vip'], version: 4 },
    { tags: ['school', 'vip', 'late'], version: 5 },
    { tags: ['vip', 'late'], version: 6 },
  ])
  expect(screen.getByText('₹1,250.00')).toBeVisible()
})

test('a file of an earlier order is ordered again', async () => {
  const file = {
    id: 'f1',
    name: 'thesis.pdf',
    content_type: 'application/pdf',
    size: 1,
    page_count: 2,
    order: 'o1',
    order_number: 1001,
    created_at: anita.created_at,
    removed_at: null,
  }
  const gone = { ...file, id: 'f2', name: 'old.pdf', removed_at: anita.created_at }
  renderPage(<UserPage />, [...shop, answer(listCustomerFiles, page([file, gone]))], at('?tab=files'))
  expect(await screen.findByRole('link', { name: 'Order thesis.pdf again' })).toHaveAttribute(
    'href',
    `/new_order?user=${anita.id}&order=o1&file=f1`,
  )
  expect(screen.queryByRole('link', { name: 'Order old.pdf again' })).toBeNull()
})

test('addresses are added, corrected and removed, and a removed one can come back', async () => {
  const mg = {
    line1: '12 MG Road',
    line2: '',
    city: 'Pune',
    state: 'MH',
    country: 'India',
    pincode: '411001',
  }
  let all: CustomerAddress[] = [{ id: 'a1', address: mg, used_at: anita.created_at, version: 1 }]
  const { calls } = renderPage(
    <UserPage />,
    [
      ...shop,
      answer(listCustomerAddresses, () => page(all)),
      answer(addCustomerAddress, () => ({ id: 'a2', address: mg, used_at: anita.created_at, version: 1 })),
      answer(updateCustomerAddress, () => ({ id: 'a1', address: mg, used_at: anita.created_at, version: 1 })),
      answer(deleteCustomerAddress, () => {
        all = []
        return null
      }),
    ],
    at('?tab=addresses'),
  )
  const user = userEvent.setup()
  const more = () => screen.findByRole('button', { name: /More actions for 12 MG Road/ })
  await user.click(await more())
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit address' }))
  await user.type(dialog.getByLabelText('Address line 1'), ' East')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Address saved')
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    address: { ...mg, line1: '12 MG Road East' },
    version: 1,
  })
  await user.click(await more())
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await screen.findByText('Address removed')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('The address is back')
  await user.click(screen.getByRole('button', { name: 'Add address' }))
  await screen.findByRole('dialog', { name: 'Add address' })
})
