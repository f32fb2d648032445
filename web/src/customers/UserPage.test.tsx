import { type CoinEntry, changeCoins, getCoins } from '@our-print/contract/coins.ts'
import { listOrders } from '@our-print/contract/orders.ts'
import { listUserPlans } from '@our-print/contract/plans.ts'
import { getUser, patchUser, type User } from '@our-print/contract/users.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../test/order.ts'
import { answer, refuse, refuseStale, renderPage } from '../../test/renderPage.tsx'
import { anita } from '../../test/user.ts'
import { UserPage } from './UserPage.tsx'

const page = <T,>(results: T[]) => ({ count: results.length, next: null, previous: null, results })
const entry: CoinEntry = {
  id: 'e1',
  at: '2026-01-03T10:00:00Z',
  delta: 7.2,
  reason: 'Order delivered',
  order: order.id,
  order_number: order.number,
  purchased_voucher: null,
  by: 'Ravi Kumar',
}
const coinsOf = (entries: CoinEntry[]) => ({
  user_id: anita.id,
  balance: 120.5,
  earned: 127.7,
  spent: 7.2,
  entries,
})
const shop = [
  answer(getUser, anita),
  answer(getCoins, coinsOf([{ ...entry, id: 'e2', delta: -7.2, reason: 'Gift', order: null }, entry])),
  answer(listOrders, page([order])),
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

test('the ledger tells every coin with its sign, reason, order and who', async () => {
  renderPage(<UserPage />, shop, at('?tab=coins'))
  const table = within(await screen.findByRole('table', { name: 'Coin ledger' }))
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toContain('Gift')
  expect(rows[1]).toContain('−7.20')
  expect(rows[2]).toContain('+7.20')
  expect(rows[2]).toContain('Ravi Kumar')
  expect(table.getByRole('link', { name: 'Order 1042' })).toHaveAttribute('href', `/order/${order.id}`)
})

test('coins are deducted with a reason; more than there are is refused beneath the field', async () => {
  const message = 'This customer does not have that many coins'
  const refusal = refuse(changeCoins, 422, { message, errors: [{ message, context: { key: 'delta' } }] })
  const { calls } = renderPage(<UserPage />, [...shop, refusal], at())
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Grant or deduct' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Coins of Anita Hegde' }))
  await user.click(dialog.getByRole('radio', { name: 'Deduct' }))
  await user.click(dialog.getByLabelText('Coins'))
  await user.paste('-5')
  await user.click(dialog.getByLabelText('Reason'))
  await user.paste('Gift')
  await user.click(dialog.getByRole('button', { name: 'Deduct' }))
  await dialog.findByText('This must be more than zero')
  await user.clear(dialog.getByLabelText('Coins'))
  await user.paste('200.25')
  await user.click(dialog.getByRole('button', { name: 'Deduct' }))
  expect(await dialog.findAllByText(message)).toHaveLength(1)
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ delta: -200.25, reason: 'Gift' })
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Gift')
})

test('notes that someone else was faster with are kept, and saved upon what is there now', async () => {
  const current = { ...anita, mobile: '+919000000006', notes: 'Shop owner', version: 5 }
  let now: User = anita
  const { calls } = renderPage(
    <UserPage />,
    [...shop, answer(getUser, () => now), refuseStale(patchUser, () => now)],
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

test('deactivation asks first and sends the version; the inactive are offered no order', async () => {
  let now: User = anita
  const { calls } = renderPage(
    <UserPage />,
    [
      ...shop,
      answer(getUser, () => now),
      answer(patchUser, () => {
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

test('coins that could not be looked up say why, and Retry asks again', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <UserPage />,
    [...shop, refuse(getCoins, 503, { message: 'The server is busy.' })],
    at(),
  )
  expect(await screen.findByText(/The server is busy\./)).toBeVisible()
  expect(screen.getByTestId('balance')).toHaveTextContent('120.50')
  const asked = () => calls.filter(({ url }) => url.pathname === getCoins.url).length
  const before = asked()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked()).toBe(before + 1))
})

test('the plans of a customer show what is left', async () => {
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
  const { calls } = renderPage(<UserPage />, [...shop, answer(listUserPlans, page([plan]))], at('?tab=plans'))
  expect((await screen.findByRole('row', { name: /Student/ })).textContent).toContain('400 of 500')
  const list = calls.find(({ url }) => url.pathname === listUserPlans.url)
  expect(list?.url.searchParams.get('user')).toBe(anita.id)
})

test('an address of nobody says so', async () => {
  renderPage(<UserPage />, [refuse(getUser, 404, { message: 'Customer not found' })], at())
  await screen.findByRole('heading', { name: 'This user is not here' })
})
