import {
  type Account,
  getAccount,
  getUserStatement,
  type Statement,
  updateAccount,
} from '@our-print/contract/money/accounts.ts'
import { createPayment, type Payment } from '@our-print/contract/money/payments.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { AccountPage } from './AccountPage.tsx'

const account: Account = {
  id: '01900000-0000-7000-8000-0000000000d2',
  kind: 'user',
  name: 'Asha Rao',
  balance: 0,
  owed: 80,
  ageing: { week: 80, month: 0, two_months: 0, older: 0 },
  on_account: 0,
  credit_limit: null,
  effective_limit: 0,
  overpaid: 20,
  version: 3,
}
type Line = Statement['lines'][number]
const line = (
  kind: Line['kind'],
  amount: number | null,
  balance: number,
  more: Partial<Line> = {},
): Line => ({
  at: amount === null ? null : '2026-02-10T10:00:00Z',
  kind,
  order: amount === null ? null : order.id,
  order_number: amount === null ? null : 7,
  payment_number: null,
  text: '',
  method: null,
  reference: null,
  amount,
  balance,
  day: amount === null ? null : '2026-02-10',
  ...more,
})

test('what is on an account is paid back, by transfer with its reference', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <AccountPage />,
    [
      answer(getAccount, { ...account, balance: 150 }),
      answer(createPayment, { amount: -60, method: 'bank_transfer' } as Payment),
    ],
    { path: `/account/${account.id}`, route: '/account/:id', role: 'admin' },
  )
  await user.click(await screen.findByRole('button', { name: 'Pay back' }))
  // More is there than is owed.
  expect(screen.queryByRole('button', { name: 'Remind' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay back to Asha Rao' }))
  expect(dialog.getByText('₹150.00 is on the account.')).toBeVisible()
  expect(dialog.queryByRole('option', { name: 'To the account' })).toBeNull()
  await user.selectOptions(dialog.getByLabelText('How'), 'bank_transfer')
  await user.clear(dialog.getByLabelText('Amount'))
  await user.type(dialog.getByLabelText('Amount'), '60')
  await user.type(dialog.getByLabelText(/Bank’s reference/), 'N26')
  await user.click(dialog.getByRole('button', { name: 'Pay back' }))
  expect(await screen.findByText('₹60.00 paid back')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    user: account.id,
    amount: -60,
    method: 'bank_transfer',
    reference: 'N26',
  })
})

test('the overpaid orders of a company are those for which it pays', async () => {
  renderPage(<AccountPage />, [answer(getAccount, { ...account, kind: 'client' })], {
    path: `/account/${account.id}`,
    route: '/account/:id',
    role: 'admin',
  })
  expect(await screen.findByRole('link', { name: '₹20.00' })).toHaveAttribute(
    'href',
    `/total_orders?payment_status=overpaid&billed_to=${account.id}`,
  )
})

test('of two who set a limit the second is told, and keeps what was typed', async () => {
  const user = userEvent.setup()
  const current = { ...account, credit_limit: 50, effective_limit: 50, version: 4 }
  const { calls } = renderPage(
    <AccountPage />,
    [answer(getAccount, account), refuseStale(updateAccount, current)],
    { path: `/account/${account.id}`, route: '/account/:id', role: 'admin' },
  )
  await user.click(await screen.findByRole('button', { name: 'Change limit' }))
  await user.type(await screen.findByLabelText(/^Limit/), '70')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Limit: none → ₹50.00')
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('A detail was changed and changed back.')
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { credit_limit: 70, version: 3 },
    { credit_limit: 70, version: 4 },
  ])
})

test('a statement says what changed the cost of a delivered order', async () => {
  const lines = [
    line('opening', null, 0),
    line('order', 100, 100, { text: 'Thesis' }),
    line('credit_note', -15, 85, { reference: 'CRN/26-27/1', text: 'Smudged' }),
    line('reopened', -85, 0, { text: 'Thesis' }),
    line('order', 85, 85, { at: '2026-02-12T10:00:00Z', text: 'Thesis' }),
    line('complaint', -5, 80),
    line('payment', -10, 70, { payment_number: 3, method: 'upi' }),
    line('closing', null, 70),
  ]
  const statement = { id: account.id, kind: 'user', name: account.name } as const
  const days = { from_date: '2026-02-01', to_date: '2026-02-28', opening: 0, closing: 70 }
  renderPage(
    <AccountPage />,
    [answer(getAccount, account), answer(getUserStatement, { ...statement, ...days, lines })],
    { path: `/account/${account.id}`, route: '/account/:id', role: 'admin' },
  )
  const table = await screen.findByRole('table', { name: 'Statement' })
  expect(screen.getByRole('link', { name: 'Accounts' })).toHaveAttribute('href', '/accounts')
  expect(screen.getByRole('button', { name: 'Remind' })).toBeVisible()
  expect(screen.getByRole('link', { name: '₹20.00' })).toHaveAttribute(
    'href',
    `/total_orders?payment_status=overpaid&user=${account.id}`,
  )
  const shown = within(table)
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell')[1]?.textContent)
  expect(shown.slice(1)).toEqual([
    'Opening balance',
    'Order 7 Thesis',
    'Credit note order 7 · CRN/26-27/1 · Smudged',
    'Delivery undone order 7 · Thesis',
    'Order 7 Thesis',
    'Complaint order 7',
    'Payment 3 UPI · order 7',
    'Closing balance',
  ])
})
