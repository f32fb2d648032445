import { getOrder, listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../test/order.ts'
import { answer, hang, refuse, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { OrderPage } from './OrderPage.tsx'

type Answers = Parameters<typeof renderPage>[1]

async function show(answers: NonNullable<Answers>) {
  screenOf(390)
  const page = renderPage(<OrderPage />, [answer(getOrder, order), ...answers], {
    path: `/order/${order.id}`,
    route: '/order/:id',
  })
  await screen.findByRole('heading', { name: '#1042 Thesis' })
  return page
}

const page = (results: Order[], count = results.length) =>
  answer(listOrders, { count, next: null, previous: null, results })
const idOf = (at: number) => `01900000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`
const older = (at: number): Order => ({
  ...order,
  id: idOf(at),
  number: 900 + at,
  title: `Notes ${at}`,
  status: 'delivered',
  payable: 120,
  created_at: '2025-12-03T10:00:00Z',
})

test('shows how many orders the customer has and the last ones, by one request', async () => {
  const { calls } = await show([page([older(3), order, older(2), older(1)], 12)])
  const list = within(await screen.findByRole('list', { name: 'Other orders of this customer' }))
  const items = list.getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Notes 3₹120.003rd Dec 2025Completed',
    'Notes 2₹120.003rd Dec 2025Completed',
    'Notes 1₹120.003rd Dec 2025Completed',
  ])
  expect(list.getByRole('link', { name: 'Notes 3' })).toHaveAttribute('href', `/order/${idOf(3)}`)
  const all = `/user/${order.user}`
  expect(screen.getByRole('link', { name: '12 orders' })).toHaveAttribute('href', all)
  expect(screen.getByRole('link', { name: 'All 12 orders of this customer' })).toHaveAttribute('href', all)
  const asked = calls.filter(({ url }) => url.pathname === listOrders.url)
  expect(asked.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { user: order.user, limit: '4' },
  ])
})

test('says so at a first order', async () => {
  await show([page([order])])
  expect(await screen.findByText('First order')).toBeVisible()
  expect(screen.getByText('This is the first order of this customer.')).toBeVisible()
})

test('while it loads the page is there, with a skeleton', async () => {
  await show([hang(listOrders)])
  expect(screen.getByRole('status', { name: 'Loading other orders' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Out for delivery' })).toBeEnabled()
})

test('a failure leaves the page as it is, and Retry asks again', async () => {
  const user = userEvent.setup()
  let failing = true
  const busy = refuse(listOrders, 503, { message: 'The server is busy.' })
  await show([{ ...busy, reply: (call) => (failing ? busy : page([order])).reply(call) }])
  const sentence = await screen.findByText(/could not be loaded. The server is busy./)
  expect(sentence).toBeVisible()
  failing = false
  const section = within(sentence.closest('section') ?? document.body)
  await user.click(section.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('First order')).toBeVisible()
})
