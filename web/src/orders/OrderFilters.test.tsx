import { listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { getStaff, listStaff } from '@our-print/contract/people/staff.ts'
import { getClient, listClients } from '@our-print/contract/rewards/clients.ts'
import { colorChoices, paperSizes } from '@our-print/contract/shop/configurations.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { client } from '../../test/client.ts'
import { order } from '../../test/order.ts'
import { answer, type Call, page, refuse, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { typeAtOnce } from '../../test/typeAtOnce.ts'
import { ravi } from '../../test/user.ts'
import { OrdersPage } from './OrdersPage.tsx'
import { validOptions, validStatuses } from './orderLists.ts'
import { StaffOrdersPage } from './rounds/StaffOrdersPage.tsx'

const answers = [
  answer(listOrders, page<Order>([order])),
  answer(listStaff, page([ravi])),
  answer(getStaff, ravi),
  answer(listClients, page([client])),
  answer(getClient, client),
]
/** What the last list was asked for; the orders of plans are counted besides. */
const asked = (calls: Call[]) => {
  const ofList = ({ url }: Call) => url.pathname === listOrders.url && url.searchParams.get('limit') !== '1'
  const { url } = calls.filter(ofList).at(-1) as Call
  return [...url.searchParams].filter(([name]) => !['limit', 'offset', 'exclude_order_type'].includes(name))
}
const openPanel = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }))
  return screen.findByRole('dialog', { name: 'Filters' })
}

test('filters are applied at once, counted, shown as chips and kept in the address', async () => {
  const { calls, location } = renderPage(<OrdersPage view="total" />, answers, {
    path: '/total_orders?page=4',
  })
  const panel = within(await openPanel())
  await userEvent.click(panel.getByRole('checkbox', { name: 'Pending' }))
  await userEvent.click(panel.getByRole('checkbox', { name: 'Assigned' }))
  await typeAtOnce(panel.getByRole('combobox', { name: 'Staff user' }), 'rav')
  await userEvent.click(await screen.findByRole('option', { name: /Ravi Kumar/ }))
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Colour' }), 'color')
  await userEvent.type(panel.getByRole('textbox', { name: 'Amount from' }), '99.50{Enter}')
  await userEvent.type(panel.getByRole('textbox', { name: 'Paid to' }), '0{Enter}')
  await userEvent.type(panel.getByRole('textbox', { name: 'Owed from' }), '500{Enter}')
  await userEvent.type(panel.getByRole('textbox', { name: 'Waiting longer than' }), '3')
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Printed' }), 'part')
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Due' }), 'late')
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Ready' }), 'true')
  const from = panel.getByRole('textbox', { name: 'Promised from' })
  fireEvent.change(from, { target: { value: '3 Jan 2026' } })
  fireEvent.blur(from)
  await userEvent.click(panel.getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(asked(calls)).toEqual([
      ['status', 'confirmed'],
      ['status', 'assigned'],
      ['assigned_user', ravi.id],
      ['color', 'color'],
      ['payable_from', '99.50'],
      ['paid_to', '0'],
      ['due_from', '500'],
      ['waiting_days', '3'],
      ['due', 'late'],
      ['promised_from', '2026-01-03'],
      ['printed', 'part'],
      ['is_ready', 'true'],
    ]),
  )
  expect(new URLSearchParams(location().split('?')[1]).get('status')).toBe('confirmed,assigned')
  expect(screen.getByRole('button', { name: 'Filters (11)' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('2 states')
  const chips = within(screen.getByRole('region', { name: 'Active filters' }))
  await chips.findByText('Staff: Ravi Kumar')
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Pending or Assigned',
    'Staff: Ravi Kumar',
    'Colour',
    'From ₹99.50',
    'Paid up to ₹0.00',
    'Owed ₹500.00 or more',
    'Waiting longer than 3 days',
    'Late',
    'Promised from 3rd Jan 2026',
    'Partly printed',
    'Ready for pick-up',
    'Clear all',
  ])
  await userEvent.click(chips.getByRole('button', { name: 'Remove filter: Colour' }))
  await waitFor(() => expect(asked(calls).map(([name]) => name)).not.toContain('color'))
  await userEvent.click(chips.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(location()).toBe('/total_orders'))
  expect(screen.queryByRole('region', { name: 'Active filters' })).toBeNull()
})

test('orders that will be late are asked for, and named by a chip', async () => {
  const { calls, location } = renderPage(<OrdersPage view="pending" />, answers)
  const panel = within(await openPanel())
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Due' }), 'Will be late')
  await waitFor(() => expect(asked(calls)).toContainEqual(['due', 'at_risk']))
  expect(location()).toBe('/?due=at_risk')
  await userEvent.click(panel.getByRole('button', { name: 'Done' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter: Will be late' }))
  await waitFor(() => expect(asked(calls)).toEqual([['status', 'confirmed']]))
})

test('orders of the customers of a company', async () => {
  const { calls, location } = renderPage(<OrdersPage view="subscription-pending" />, answers)
  const panel = within(await openPanel())
  await typeAtOnce(panel.getByRole('combobox', { name: 'Customer has vouchers of' }), 'chai')
  await userEvent.click(await screen.findByRole('option', { name: /Chai Point/ }))
  await userEvent.click(panel.getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(asked(calls)).toEqual([
      ['client', client.id],
      ['status', 'confirmed'],
      ['order_type', 'subscription'],
    ]),
  )
  expect(location()).toContain(`client=${client.id}`)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove filter: Customer has vouchers of Chai Point' }),
  )
  await waitFor(() => expect(location()).not.toContain('client='))
})

test('a company that is not there is said to be unknown', async () => {
  renderPage(
    <OrdersPage view="total" />,
    [answer(listOrders, page<Order>([])), refuse(getClient, 404, { code: 'not_found' })],
    { path: `/total_orders?client=${client.id}` },
  )
  expect(
    await screen.findByRole('button', { name: 'Remove filter: Customer has vouchers of Unknown' }),
  ).toBeVisible()
})

test('the orders for which a company pays are asked for by an address', async () => {
  const { calls } = renderPage(
    <OrdersPage view="total" />,
    [answer(listOrders, page<Order>([])), answer(getClient, client)],
    { path: `/total_orders?payment_status=overpaid&billed_to=${client.id}` },
  )
  expect(await screen.findByRole('button', { name: 'Remove filter: Billed to Chai Point' })).toBeVisible()
  expect(asked(calls)).toEqual(
    expect.arrayContaining([
      ['payment_status', 'overpaid'],
      ['billed_to', client.id],
    ]),
  )
})

test('a wrong amount is not requested, and says what is expected', async () => {
  const { calls } = renderPage(<OrdersPage view="pending" />, answers)
  const panel = within(await openPanel())
  await userEvent.type(panel.getByRole('textbox', { name: 'Amount to' }), 'much{Enter}')
  expect(await panel.findByText('An amount such as 250 or 99.50')).toBeVisible()
  expect(asked(calls)).toEqual([['status', 'confirmed']])
})

test('each list has the filters that mean something for it', async () => {
  const fields = async (view: 'pending' | 'completed' | 'total') => {
    const { unmount } = renderPage(<OrdersPage view={view} />, answers)
    const panel = within(await openPanel())
    const found = [
      panel.queryByRole('group', { name: 'Status' }),
      panel.queryByRole('combobox', { name: 'Staff user' }),
      panel.queryByRole('textbox', { name: 'Waiting longer than' }),
    ].map((field) => field !== null)
    unmount()
    return found
  }
  expect(await fields('pending')).toEqual([false, false, true])
  expect(await fields('completed')).toEqual([false, true, false])
  expect(await fields('total')).toEqual([true, true, true])
})

test('a staff user has none of them', async () => {
  renderPage(<StaffOrdersPage view="my-assigned" />, [], {
    role: 'staff',
    path: '/assigned_orders?color=color',
  })
  await screen.findByText('This list could not be loaded')
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull()
})

test('what is wrong in an address is left out', () => {
  expect(
    validOptions({
      assigned_user: 'ravi',
      user: ravi.id,
      client: 'Chai Point',
      color: 'red',
      paper_size: 'A3',
      pickup: 'yes',
      payable_from: '1e9',
      payable_to: '12.5',
      waiting_days: '-1',
    }),
  ).toEqual({ user: ravi.id, paper_size: 'A3', payable_to: '12.5' })
  expect(validStatuses('assigned,lost,confirmed')).toEqual(['confirmed', 'assigned'])
  expect(validStatuses(undefined)).toEqual([])
})

test('every colour and paper of the shop is valid', () => {
  for (const color of colorChoices) expect(validOptions({ color })).toEqual({ color })
  for (const paper_size of paperSizes) expect(validOptions({ paper_size })).toEqual({ paper_size })
})

test('on a phone the fields of days stand behind the button, which counts them', async () => {
  screenOf(390)
  const { calls, unmount } = renderPage(<OrdersPage view="total" />, answers, { path: '/total_orders' })
  await screen.findByRole('searchbox')
  expect(screen.queryByRole('textbox', { name: 'From' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  const panel = within(await openPanel())
  panel.getByRole('textbox', { name: 'From' }).focus()
  await userEvent.keyboard('2026-11-02{Enter}')
  await waitFor(() => expect(asked(calls)).toEqual([['from_date', '2026-11-02']]))
  await userEvent.click(panel.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('textbox', { name: 'From' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Filters (1)' }))
  const again = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await userEvent.click(again.getByRole('button', { name: 'Clear all' }))
  await userEvent.click(again.getByRole('button', { name: 'Done' }))
  await screen.findByRole('button', { name: 'Filters' })
  unmount()

  screenOf(1280)
  renderPage(<OrdersPage view="total" />, answers, { path: '/total_orders' })
  expect(await screen.findByRole('textbox', { name: 'From' })).toBeVisible()
})
