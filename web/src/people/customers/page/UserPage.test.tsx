import { listOrders } from '@our-print/contract/orders/orders.ts'
import { getUser, type User, updateUser } from '@our-print/contract/people/customers.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { listSoldPlans } from '@our-print/contract/rewards/plans.ts'
import { screen, within } from '@testing-library/react'
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
  renderPage(<UserPage />, [refuse(getUser, 404, { message: 'Customer not found' })], at())
  await screen.findByRole('heading', { name: 'User not found' })
})
