import { setCurrency } from '@our-print/contract/money/currency.ts'
import { type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { outForDelivery } from '../../../test/order.ts'
import { answer, type Call, refuse, renderPage } from '../../../test/renderPage.tsx'
import { OrderMoves } from './OrderMoves.tsx'

const unpaid: Order = { ...outForDelivery, paid: 0, due: 342.5, payment_status: 'unpaid' }
const delivered: Order = {
  ...unpaid,
  status: 'delivered',
  allowed_transitions: ['out-for-delivery'],
  paid: 342.5,
  due: 0,
}
const settings = answer(getConfiguration, {
  ...configuration,
  payee_name: 'Our Print',
  payee_address: 'ourprint@bank',
})
const bodies = (calls: Call[]) => calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))

async function collect(moved: ReturnType<typeof answer>) {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderMoves order={unpaid} />, [settings, moved], { role: 'staff' })
  await user.click(screen.getByRole('button', { name: 'Collect ₹342.50' }))
  return { user, calls, dialog: within(await screen.findByRole('dialog')) }
}

test('cash is taken with the tap that delivers, and its change is worked out', async () => {
  const { user, calls, dialog } = await collect(answer(updateOrder, delivered))
  await user.type(await dialog.findByLabelText(/Cash given/), '500')
  expect(dialog.getByText('₹157.50')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Received' }))
  await waitFor(() => expect(bodies(calls)).toHaveLength(1))
  expect(bodies(calls)[0]).toMatchObject({
    status: 'delivered',
    payment: { method: 'cash', amount: 342.5, reference: null },
  })
  const [patch] = calls.filter(({ method }) => method === 'PATCH')
  expect(patch?.headers.get('Idempotency-Key')).toBeTruthy()
})

test('cash that is less than the amount is not taken for it', async () => {
  const { user, calls, dialog } = await collect(answer(updateOrder, delivered))
  await user.type(await dialog.findByLabelText(/Cash given/), '300')
  await user.click(dialog.getByRole('button', { name: 'Received' }))
  expect(await dialog.findByText('This is less than the amount')).toBeVisible()
  expect(bodies(calls)).toEqual([])
  await user.click(dialog.getByRole('radio', { name: 'UPI' }))
  await user.click(dialog.getByRole('button', { name: 'Received' }))
  await waitFor(() => expect(bodies(calls)).toHaveLength(1))
})

test('a code is shown for UPI, and the bank’s reference is sent', async () => {
  const { user, calls, dialog } = await collect(answer(updateOrder, delivered))
  await user.click(dialog.getByRole('radio', { name: 'UPI' }))
  expect(await dialog.findByRole('img', { name: /Code to pay ₹342.50/ })).toBeVisible()
  await user.type(dialog.getByLabelText(/reference/), 'UPI-1')
  await user.click(dialog.getByRole('button', { name: 'Received' }))
  await waitFor(() =>
    expect(bodies(calls)[0]).toMatchObject({ payment: { method: 'upi', reference: 'UPI-1' } }),
  )
})

test('in euro the code is of a transfer, and UPI is not offered', async () => {
  setCurrency('EUR')
  const inEurope = { ...configuration, payee_name: 'Our Print', payee_iban: 'DE89370400440532013000' }
  renderPage(<OrderMoves order={unpaid} />, [answer(getConfiguration, inEurope)], { role: 'staff' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Collect €342.50' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: 'Bank transfer' }))
  expect(await dialog.findByRole('img', { name: 'Code to pay €342.50 for order 1042' })).toBeVisible()
  expect(dialog.getByText('Our Print · DE89370400440532013000')).toBeVisible()
  expect(dialog.queryByRole('radio', { name: 'UPI' })).toBeNull()
})

test('a currency without codes to pay with has none', async () => {
  setCurrency('USD')
  const named = { ...configuration, payee_address: 'ourprint@bank', payee_iban: 'DE89370400440532013000' }
  renderPage(<OrderMoves order={unpaid} />, [answer(getConfiguration, named)], { role: 'staff' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Collect $342.50' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: 'Bank transfer' }))
  expect(await dialog.findByLabelText(/reference/)).toBeVisible()
  expect(dialog.queryByRole('img')).toBeNull()
  expect(dialog.queryByText(/Configuration must say/)).toBeNull()
})

test('a reference that is there already is pointed out, and can be meant', async () => {
  const message = 'Payment 7 has this reference already. Save it again if both are meant.'
  const { user, calls, dialog } = await collect(refuse(updateOrder, 409, { code: 'same_reference', message }))
  await user.click(dialog.getByRole('radio', { name: 'UPI' }))
  await user.click(dialog.getByRole('button', { name: 'Received' }))
  await dialog.findByText(message)
  await user.click(dialog.getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(bodies(calls)).toHaveLength(2))
  expect(bodies(calls)[1]).toMatchObject({ payment: { allow_same_reference: true } })
})

test('nothing is collected of an order that is paid or on account', () => {
  renderPage(<OrderMoves order={{ ...unpaid, pay_by: 'on_account' }} />, [settings], { role: 'staff' })
  renderPage(<OrderMoves order={{ ...unpaid, due: 0 }} />, [settings], { role: 'staff' })
  expect(screen.queryByRole('button', { name: /Collect/ })).toBeNull()
})
