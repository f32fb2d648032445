import { changedFields } from '@our-print/contract/orders/orderChanges.ts'
import { getOrder, type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { priceOrder } from '@our-print/contract/orders/priceOrder.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import { getUser } from '@our-print/contract/people/customers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { order } from '../../test/order.ts'
import { answer, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { anita } from '../../test/user.ts'
import { ChangedPrice } from './ChangedPrice.tsx'
import { OrderPage } from './OrderPage.tsx'
import { changeText } from './orderMoves/changeTexts.ts'

const priced = (payable: number) => ({
  amount: payable,
  discount: 0,
  tax: 0,
  payable,
  calculated_amount: payable,
})

const nowAnd = (order_day: number | null, today: number | null) => ({
  now: priced(360),
  order_day: order_day === null ? null : priced(order_day),
  today: today === null ? null : priced(today),
  refused: {
    order_day: order_day === null ? 'The limit is ₹400.00' : null,
    today: today === null ? 'The limit is ₹400.00' : null,
  },
})

async function edit(
  shown: Order,
  today: number | null = 500,
  abilities?: readonly Ability[],
  day: number | null = 450,
) {
  screenOf(390)
  const user = userEvent.setup()
  const { calls } = renderPage(
    <OrderPage />,
    [
      answer(getOrder, shown),
      answer(updateOrder, { ...shown, version: 4 }),
      answer(getUser, { ...anita, id: shown.user }),
      answer(priceOrder, nowAnd(day, today)),
    ],
    { path: `/order/${shown.id}`, route: '/order/:id', ...(abilities && { abilities }) },
  )
  await screen.findByRole('button', { name: 'More actions for order 1042' })
  await user.keyboard('e')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit order 1042' }))
  const sent = () => calls.findLast(({ method }) => method === 'PATCH')?.body
  return { user, dialog, calls, sent }
}

test('e opens it; the price before and after is shown, and by which prices is asked', async () => {
  const { user, dialog, calls, sent } = await edit(order)
  const copies = await dialog.findByLabelText('Copies')
  await user.clear(copies)
  await user.type(copies, '3')
  await waitFor(() => expect(dialog.getByTestId('changed price')).toHaveTextContent('₹360.00 → ₹450.00'))
  const asked = () => calls.findLast(({ url }) => url.pathname.endsWith('/price/'))?.body
  await waitFor(() => expect(asked()).toMatchObject({ copies: 3 }))
  await user.click(dialog.getByRole('radio', { name: 'Prices of today: ₹500.00' }))
  expect(dialog.getByTestId('changed price')).toHaveTextContent('₹360.00 → ₹500.00')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual({ copies: 3, prices: 'today', version: 3 }))
})

test('a price that is refused cannot be chosen, and says why; the other one can', async () => {
  const { user, dialog, sent } = await edit(order, 500, undefined, null)
  const copies = await dialog.findByLabelText('Copies')
  await user.clear(copies)
  await user.type(copies, '3')
  const refused = await dialog.findByRole('radio', { name: 'Prices of its day The limit is ₹400.00' })
  expect(refused).toBeDisabled()
  await user.click(dialog.getByRole('radio', { name: 'Prices of today: ₹500.00' }))
  expect(dialog.getByTestId('changed price')).toHaveTextContent('₹360.00 → ₹500.00')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual({ copies: 3, prices: 'today', version: 3 }))
})

test('where today’s price is refused, that of its day is shown and saved', async () => {
  const { user, dialog, sent } = await edit(order, null)
  const copies = await dialog.findByLabelText('Copies')
  await user.clear(copies)
  await user.type(copies, '3')
  expect(await dialog.findByRole('radio', { name: 'Prices of today The limit is ₹400.00' })).toBeDisabled()
  expect(dialog.getByTestId('changed price')).toHaveTextContent('₹360.00 → ₹450.00')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual({ copies: 3, version: 3 }))
})

test('nothing is asked while the prices are the same', async () => {
  const { user, dialog, sent } = await edit(order, 450)
  await user.click(await dialog.findByRole('button', { name: 'Add an extra' }))
  await user.type(dialog.getByLabelText('Extra'), 'Lamination')
  await user.type(dialog.getByLabelText('Price of one'), '20')
  await waitFor(() => expect(dialog.getByTestId('changed price')).toHaveTextContent('₹450.00'))
  expect(dialog.queryByRole('radio', { name: /Prices of/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent()).toEqual({ lines: [{ text: 'Lamination', quantity: 1, price: 20 }], version: 3 }),
  )
})

test('no price is asked for what cannot be saved', async () => {
  function Changed() {
    const [copies, setCopies] = useState(0)
    return (
      <>
        <button type="button" onClick={() => setCopies(3)}>
          Three
        </button>
        <ChangedPrice order={order} body={{ copies }} prices="order_day" onPrices={() => {}} />
      </>
    )
  }
  const { calls } = renderPage(<Changed />, [answer(priceOrder, nowAnd(450, 450))])
  await userEvent.click(screen.getByRole('button', { name: 'Three' }))
  await waitFor(() => expect(screen.getByTestId('changed price')).toHaveTextContent('₹450.00'))
  expect(calls.map(({ body }) => body)).toEqual([{ copies: 3 }])
})

test('a price by hand needs its reason', async () => {
  const { user, dialog, sent } = await edit(order)
  await user.type(await dialog.findByLabelText(/^Price by hand/), '99.5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.getByLabelText(/^Reason/)).toBeInvalid())
  expect(sent()).toBeUndefined()
  await user.type(dialog.getByLabelText(/^Reason/), 'Printed late')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent()).toEqual({ price_by_hand: 99.5, price_by_hand_reason: 'Printed late', version: 3 }),
  )
})

test('pages of a file are sent with all files; removed files leave the list', async () => {
  const { user, dialog, sent } = await edit(order)
  await user.type(await dialog.findByLabelText('Pages of Thesis.pdf to print'), '1-3')
  expect(dialog.queryByText('0 B')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent()).toEqual({ files: [{ id: order.order_files[0]?.id, page_ranges: '1-3' }], version: 3 }),
  )
})

test('once it is printed, only texts can be edited, and the other ways are offered', async () => {
  const { user, dialog, sent } = await edit({ ...order, is_open_to_change: false })
  expect(dialog.getByText('Only title, promised time, notes and address can still change')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Duplicate' })).toBeVisible()
  expect(dialog.queryByLabelText('Copies')).toBeNull()
  await user.type(dialog.getByLabelText('City'), ' 2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent()).toEqual({ address: { ...order.address, city: 'Bengaluru 2' }, version: 3 }),
  )
})

test('while it is ready for pick-up, it says what to take back', async () => {
  const { dialog } = await edit({ ...order, is_open_to_change: false, is_ready: true, printed: 'none' })
  expect(dialog.getByText(/^It is ready for pick-up/)).toBeVisible()
})

test('the timeline says what was changed, in words', async () => {
  screenOf(390)
  const changes = [
    { field: 'color', from: 'bw', to: 'color' },
    { field: 'payable', from: 6, to: 30 },
    { field: 'pay_by', from: 'at_door', to: 'on_account' },
    { field: 'billed_to', from: null, to: 'Acme' },
    { field: 'print_jobs', from: 1, to: 0 },
  ] as const
  const entry = {
    at: '2026-01-03T12:00:00Z',
    happened_at: '2026-01-03T12:00:00Z',
    said_at: null,
    by: 'Asha Rao',
    from: 'assigned',
    to: 'assigned',
    note: null,
    is_ready: null,
    auto_printed: null,
    courier_task: null,
    noted: null,
  } as const
  const shown = { ...order, history: [...(order.history ?? []), { ...entry, changes: [...changes] }] }
  renderPage(<OrderPage />, [answer(getOrder, shown)], { path: `/order/${order.id}`, route: '/order/:id' })
  expect(await screen.findByText(/Colour: Black & white → Colour/)).toHaveTextContent(
    'Payable: ₹6.00 → ₹30.00 To be paid: At the door → On account Billed to: none → Acme A waiting print job was cancelled',
  )
})

test.each(changedFields)('a change of %s has a name for people', (field) => {
  expect(changeText({ field, from: 1, to: 2 })).not.toMatch(/_|undefined/)
})

test('who sees neither prices nor customers changes the rest', async () => {
  const hidden = { amount: null, payable: null, lines: null, calculated_amount: null, address: null }
  const { user, dialog, calls, sent } = await edit({ ...order, ...hidden }, 500, ['orders'])
  const copies = await dialog.findByLabelText('Copies')
  expect(dialog.queryByRole('button', { name: 'Add an extra' })).toBeNull()
  expect(dialog.queryByLabelText('City')).toBeNull()
  await user.clear(copies)
  await user.type(copies, '3')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual({ copies: 3, version: 3 }))
  expect(calls.some(({ url }) => url.pathname.endsWith('/price/'))).toBe(false)
})
