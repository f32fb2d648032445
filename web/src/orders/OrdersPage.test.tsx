import {
  listMyOrders,
  listOrders,
  moveOrders,
  type Order,
  updateOrder,
} from '@our-print/contract/orders/orders.ts'
import { listStaff, type StaffUser } from '@our-print/contract/people/staff.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order, outForDelivery } from '../../test/order.ts'
import { answer, type Call, page, refuse, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { typeAtOnce } from '../../test/typeAtOnce.ts'
import { addDays, today } from '../base/format/format.ts'
import { OrdersPage } from './OrdersPage.tsx'
import { StaffOrdersPage } from './rounds/StaffOrdersPage.tsx'

const idOf = (at: number) => `01900000-0000-7000-8000-0000000001${at}0`
const [pending, assigned, done]: Order[] = (['confirmed', 'assigned', 'delivered'] as const).map(
  (status, at) => ({ ...order, id: idOf(at), number: 1001 + at, title: `Print ${at}`, status }),
) as [Order, Order, Order]
pending.allowed_transitions = ['assigned', 'cancelled']
done.allowed_transitions = ['out-for-delivery']
const mixed = [pending, assigned, done]

const lists = (calls: Call[], url: string) =>
  calls.filter((call) => call.url.pathname === url).map(({ url }) => Object.fromEntries(url.searchParams))
const bodies = (calls: Call[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

/** Refuses these orders with these messages and updates the others. */
const change = (words: Record<string, string> = {}) =>
  answer(moveOrders, ({ body }) => ({
    bulk_job: idOf(8),
    results: (body as { ids: string[] }).ids.map((id) => {
      const message = words[id] ?? null
      return { id, ok: message === null, code: message && 'not_allowed', message }
    }),
  }))

async function selectAll() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  return user
}

test.each([
  ['pending', { status: 'confirmed' }],
  ['assigned', { status: 'assigned' }],
  ['completed', { status: 'delivered' }],
  ['total', {}],
] as const)('%s requests its orders without subscription orders', async (view, requested) => {
  const { calls } = renderPage(<OrdersPage view={view} />, [answer(listOrders, page(mixed))])
  await screen.findByRole('row', { name: /Print 0/ })
  await waitFor(() =>
    expect(lists(calls, listOrders.url)).toEqual([
      { limit: '10', offset: '0', exclude_order_type: 'subscription', ...requested },
      { limit: '1', offset: '0', order_type: 'subscription', ...requested },
    ]),
  )
})

test('a list says how many orders of the same search are in the list of subscription orders', async () => {
  const orders = answer(listOrders, ({ url }) =>
    url.searchParams.get('order_type') === 'subscription' ? page([], 44) : page(mixed),
  )
  renderPage(<OrdersPage view="total" />, [orders], { path: '/total_orders?query=thesis&color=bw&page=2' })
  const link = await screen.findByRole('link', { name: 'their own list' })
  expect(link.parentElement).toHaveTextContent('44 subscription orders are in their own list')
  expect(link).toHaveAttribute('href', '/subscription_total_orders?query=thesis&color=bw')
})

test.each([
  ['my-assigned', { exclude_status: 'delivered' }],
  ['my-out-for-delivery', { status: 'out-for-delivery' }],
  ['my-completed', { status: 'delivered' }],
] as const)('%s requests the staff user’s own orders', async (view, requested) => {
  const { calls } = renderPage(<StaffOrdersPage view={view} />, [answer(listMyOrders, page([order]))], {
    role: 'staff',
  })
  await screen.findByRole('row', { name: /Thesis/ })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(lists(calls, listMyOrders.url)).toEqual([
    { limit: '10', offset: '0', assigned_user: localStorage.getItem('id'), ...requested },
  ])
})

test.each([
  ['today', 0],
  ['7d', 6],
])('the staff user’s completed orders are filtered by their delivery: %s', async (delivered, days) => {
  const { calls } = renderPage(
    <StaffOrdersPage view="my-completed" />,
    [answer(listMyOrders, page([done]))],
    {
      role: 'staff',
      path: `/completed_orders?delivered=${delivered}`,
    },
  )
  await screen.findByRole('row', { name: /Print 2/ })
  expect(lists(calls, listMyOrders.url)).toEqual([
    expect.objectContaining({ delivered_from: addDays(today(), -days), delivered_to: today() }),
  ])
  expect(screen.getByRole('combobox', { name: 'Delivered' })).toHaveTextContent(
    days ? 'Delivered in 7 days' : 'Delivered today',
  )
})

test('a finished card stays in its place although the list has lost it', async () => {
  screenOf(390)
  const [first, second] = [outForDelivery, { ...outForDelivery, id: idOf(7), number: 1043, title: 'Poster' }]
  let isDelivered = false
  const { calls } = renderPage(
    <StaffOrdersPage view="my-out-for-delivery" />,
    [
      answer(listMyOrders, () => page(isDelivered ? [second] : [first, second])),
      answer(updateOrder, () => {
        isDelivered = true
        return {
          ...first,
          status: 'delivered' as const,
          allowed_transitions: ['out-for-delivery' as const],
          version: 5,
        }
      }),
    ],
    { role: 'staff' },
  )
  const cards = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  await screen.findByText('Poster')
  await userEvent.click(screen.getAllByRole('button', { name: 'Delivered' })[0] as HTMLElement)
  expect(await screen.findByText('Order 1042 delivered')).toBeVisible()
  expect(lists(calls, listMyOrders.url)).toHaveLength(2)
  expect(cards()).toEqual([expect.stringContaining('Thesis'), expect.stringContaining('Poster')])
  expect(screen.getAllByRole('button', { name: 'Delivered' })).toHaveLength(1)
})

test('invalid days in the address show an error and are not requested', async () => {
  const { calls } = renderPage(<OrdersPage view="total" />, [answer(listOrders, page(mixed))], {
    path: '/total_orders?from_date=2026-13-45&to_date=2026-01-31&status=lost&page=x',
  })
  await screen.findByRole('row', { name: /Print 0/ })
  expect(screen.getByText('Invalid Date Format')).toBeDefined()
  expect(lists(calls, listOrders.url)[0]).toEqual({
    limit: '10',
    offset: '0',
    to_date: '2026-01-31',
    exclude_order_type: 'subscription',
  })
})

test('an empty list shows the next step', async () => {
  renderPage(<OrdersPage view="pending" />, [answer(listOrders, page<Order>([]))])
  await screen.findByText('No Records found')
  expect(screen.getAllByRole('link', { name: 'New order' })).toHaveLength(2)
})

test('several orders are assigned to a staff user found by typing', async () => {
  const ravi: StaffUser = {
    id: order.assigned_user ?? '',
    full_name: 'Ravi Kumar',
    email: 'ravi@example.com',
    mobile: '+919000000001',
    is_superuser: false,
    is_active: true,
    ability_set: null,
    ability_set_data: null,
    open_orders: 3,
    delivered: 0,
    created_at: order.created_at,
    version: 1,
  }
  const { calls } = renderPage(<OrdersPage view="pending" />, [
    answer(listOrders, page([pending, { ...pending, id: idOf(9), number: 1009 }])),
    answer(listStaff, page([ravi])),
    change(),
  ])
  const user = await selectAll()
  await user.click(await screen.findByRole('button', { name: 'Assign' }))
  const dialog = await screen.findByRole('dialog', { name: 'Assign 2 orders' })
  await typeAtOnce(within(dialog).getByRole('combobox', { name: 'Delivery staff' }), 'rav')
  await waitFor(() =>
    expect(lists(calls, listStaff.url).at(-1)).toMatchObject({
      is_active: 'true',
      is_superuser: 'false',
      query: 'rav',
    }),
  )
  await user.click(await screen.findByRole('option', { name: /Ravi Kumar.*3 open orders/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
  await screen.findByText('2 orders assigned to Ravi Kumar')
  expect(bodies(calls)).toEqual([
    {
      ids: [idOf(0), idOf(9)],
      assigned_users: [order.assigned_user, order.assigned_user],
      assigned_user: ravi.id,
    },
  ])
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
})

test('refused orders are listed by number with the server’s messages and stay selected', async () => {
  const refusal = 'This order is Pending and cannot become Out for delivery.'
  const { calls } = renderPage(<OrdersPage view="total" />, [
    answer(listOrders, page(mixed)),
    change({ [idOf(0)]: refusal }),
  ])
  const user = await selectAll()
  await user.click(await screen.findByRole('button', { name: 'Change status' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Out for delivery1 of 3',
    'Unassign1 of 3',
    'Reopen1 of 3',
    'Cancel order2 of 3',
  ])
  await user.click(screen.getByRole('menuitem', { name: /Out for delivery/ }))
  await user.click(await screen.findByRole('button', { name: 'Out for delivery' }))

  const dialog = await screen.findByRole('dialog', { name: '2 orders were not changed' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    `Order 1001${refusal}`,
    'Order 1003This order is Completed: “Out for delivery” does not apply to it.',
  ])
  // The delivered order was not sent: for the server it would have been a reopening.
  expect(bodies(calls)).toEqual([
    {
      ids: [idOf(0), idOf(1)],
      assigned_users: [order.assigned_user, order.assigned_user],
      status: 'out-for-delivery',
    },
  ])
  await user.click(within(dialog).getByRole('button', { name: 'OK' }))
  await screen.findByText('2 selected')
  const moved = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select order 1002' })
  expect(moved.checked).toBe(false)
})

test('cancelling needs a note; a server error keeps note and selection', async () => {
  const { calls } = renderPage(<OrdersPage view="pending" />, [
    answer(listOrders, page([pending])),
    refuse(moveOrders, 503, { message: 'Too busy. Try again in a moment.' }),
  ])
  const user = await selectAll()
  await user.click(await screen.findByRole('button', { name: 'Change status' }))
  await user.click(screen.getByRole('menuitem', { name: 'Cancel order' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel 1 order' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel order' }))
  await within(dialog).findByText('This field is Required')
  await user.click(within(dialog).getByLabelText('Note'))
  await user.paste('Customer called')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel order' }))
  await within(dialog).findByText('Too busy. Try again in a moment.')
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Customer called')
  expect(bodies(calls)).toEqual([
    { ids: [idOf(0)], assigned_users: [order.assigned_user], status: 'cancelled', note: 'Customer called' },
  ])
})

test('job tickets of the selected orders open in a new tab', async () => {
  renderPage(<OrdersPage view="total" />, [answer(listOrders, page(mixed))])
  await selectAll()
  const link = await screen.findByRole('link', { name: 'Job tickets' })
  expect(link.getAttribute('href')).toBe(`/job_tickets?order=${idOf(0)}&order=${idOf(1)}&order=${idOf(2)}`)
  expect(link.getAttribute('target')).toBe('_blank')
})

test('a staff user’s card has a call link, a map link and the next step', async () => {
  screenOf(390)
  renderPage(<StaffOrdersPage view="my-assigned" />, [answer(listMyOrders, page([outForDelivery]))], {
    role: 'staff',
  })
  const card = within(await screen.findByRole('listitem'))
  expect(card.getByRole('link', { name: /1042.*Thesis/ }).getAttribute('href')).toBe(`/order/${order.id}`)
  expect(card.getByRole('link', { name: 'Call Anita' }).getAttribute('href')).toBe('tel:+919000000005')
  const map = card.getByRole('link', { name: 'Map to Anita' })
  expect(decodeURIComponent(map.getAttribute('href') ?? '')).toBe(
    'https://www.google.com/maps/search/?api=1&query=158, School Lane, Whitefield, Bengaluru, Karnataka, 560066, India',
  )
  expect(map.getAttribute('rel')).toBe('noopener')
  await waitFor(() => expect(card.getByRole('button', { name: 'Delivered' })).toBeDefined())
})

test('on a staff user’s phone the filters are folded, with the number of active ones', async () => {
  const user = userEvent.setup()
  screenOf(390)
  renderPage(<StaffOrdersPage view="my-assigned" />, [answer(listMyOrders, page([outForDelivery]))], {
    role: 'staff',
    path: '/assigned_orders?from_date=2026-01-01',
  })
  const fold = await screen.findByRole('button', { name: 'Filters (1)' })
  expect(screen.getByRole('searchbox')).toBeVisible()
  expect(screen.getByLabelText('From')).not.toBeVisible()
  await user.click(fold)
  expect(fold).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByLabelText('From')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Round' })).toHaveAttribute('href', '/round')
})

test('the lists of the shop and of a staff user are sorted by number, customer and status', async () => {
  const user = userEvent.setup()
  const { calls, location, unmount } = renderPage(<OrdersPage view="total" />, [
    answer(listOrders, page(mixed)),
  ])
  await screen.findByRole('row', { name: /Print 0/ })
  for (const [title, ordering] of [
    ['Customer', 'customer'],
    ['Status', 'status'],
    ['Order', '-number'],
  ] as const) {
    await user.click(
      within(screen.getByRole('columnheader', { name: title })).getByRole('button', { name: title }),
    )
    expect(location()).toContain(`ordering=${ordering}`)
    await waitFor(() =>
      expect(lists(calls, listOrders.url)).toContainEqual(expect.objectContaining({ limit: '10', ordering })),
    )
  }
  unmount()
  const mine = renderPage(<StaffOrdersPage view="my-completed" />, [answer(listMyOrders, page([done]))], {
    path: '/completed_orders?ordering=customer',
    role: 'staff',
  })
  await waitFor(() => expect(lists(mine.calls, listMyOrders.url)).toHaveLength(1))
  expect(lists(mine.calls, listMyOrders.url)[0]).toHaveProperty('ordering', 'customer')
  await screen.findByText(/Print 2/)
  expect(screen.getByRole('button', { name: 'Customer' })).toBeVisible()
})
