import { getCash } from '@our-print/contract/money/cash.ts'
import {
  createTillEntry,
  listTillEntries,
  reverseTillEntry,
  type TillEntry,
} from '@our-print/contract/money/till.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, renderPage } from '../../../test/renderPage.tsx'
import { TillPage } from './TillPage.tsx'

const fuel: TillEntry = {
  id: '01900000-0000-7000-8000-0000000000c1',
  at: '2026-01-03T10:00:00Z',
  happened_at: '2026-01-03T10:00:00Z',
  kind: 'pay_out',
  amount: -120.5,
  text: 'Fuel',
  reference: null,
  payment: null,
  hand_over: null,
  by_name: 'Asha Rao',
  reverses: null,
  reversed_by: null,
}
const payment: TillEntry = {
  ...fuel,
  id: '01900000-0000-7000-8000-0000000000c2',
  kind: 'payment',
  amount: 300,
  text: 'Payment 7',
}
const own = { id: '01900000-0000-7000-8000-000000000001', full_name: 'Asha Rao', amount: 0, hand_over: null }
const show = (...more: Parameters<typeof renderPage>[1] & object) =>
  renderPage(<TillPage />, [
    answer(getCash, { own, hands: [], till: 179.5 }),
    answer(listTillEntries, page([fuel, payment])),
    ...more,
  ])

test('a pay-out says what it was for', async () => {
  const user = userEvent.setup()
  const { calls } = show(answer(createTillEntry, fuel))
  expect(await screen.findByText('₹179.50')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pay-out' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay out from the till' }))
  await user.type(dialog.getByLabelText('Amount'), '120.50')
  await user.click(dialog.getByRole('button', { name: 'Pay out' }))
  expect(await dialog.findByText('Say what it was paid for')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Fuel' }))
  await user.click(dialog.getByRole('button', { name: 'Pay out' }))
  expect(await screen.findByText('₹120.50 paid out')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'pay_out',
    amount: 120.5,
    reason: 'Fuel',
  })
})

test('a mistaken entry is undone; what follows from a payment has no such button', async () => {
  const user = userEvent.setup()
  const { calls } = show(answer(reverseTillEntry, { ...fuel, amount: 120.5, reverses: fuel.id }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Undo Pay-out of ₹120.50' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Pay-out of ₹120.50 undone')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Undone: Fuel' })
})
