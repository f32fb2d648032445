import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { screen, within } from '@testing-library/react'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { order as usual } from '../../../test/order.ts'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { JobTicketsPage } from './JobTicketsPage.tsx'

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`

const fileOf = (order: string, at: number) => ({
  id: id(100 + at),
  name: `part ${at}.pdf`,
  content_type: 'application/pdf',
  size: 1000,
  page_count: 3,
  page_ranges: null,
  removed_at: null,
  url: `https://print.example/shop/api/order-files/${order}/${id(100 + at)}/?signature=x`,
})

const order = (end: number, rest: Partial<Order> = {}): Order => ({
  ...usual,
  id: id(end),
  number: 1000 + end,
  title: 'Lecture notes',
  status: 'confirmed',
  user_data: { ...usual.user_data, first_name: 'Asha', last_name: 'Menon', mobile: '9000054321' },
  order_files: [fileOf(id(end), 1)],
  pdf_page_count: 3,
  color: 'color',
  impressions: 3,
  paper_size: 'A3',
  notes: 'Call first',
  address: {
    line1: '12 MG Road',
    line2: '',
    city: 'Kochi',
    state: 'Kerala',
    country: 'India',
    pincode: '682016',
  },
  amount: 120,
  discount: 20,
  coupon_code: 'SAVE20',
  payable: 100,
  created_at: '2026-11-20T10:00:00Z',
  ...rest,
})

const shop = answer(getConfiguration, {
  ...configuration,
  contact: { ...configuration.contact, name: 'Kochi Copy House' },
})

const path = (...orders: Order[]) => `/job_tickets?${orders.map(({ id }) => `order=${id}`).join('&')}`

test('a job ticket says what is added to its price', async () => {
  const one = order(1, { tax: 18, payable: 118 })
  renderPage(<JobTicketsPage />, [shop, answer(getOrder, one)], { path: path(one) })
  const ticket = await screen.findByRole('article', { name: 'Job ticket of order 1001' })
  expect(ticket).toHaveTextContent('₹120.00 − ₹20.00 (SAVE20) + ₹18.00Payable ₹118.00')
})

test('a job ticket says until when its order is promised', async () => {
  const one = order(1, { promised_at: '2026-11-25T11:30:00Z' })
  renderPage(<JobTicketsPage />, [shop, answer(getOrder, one)], { path: path(one) })
  const ticket = await screen.findByRole('article', { name: 'Job ticket of order 1001' })
  expect(within(ticket).getByText('Promised for').parentElement).toHaveTextContent(/25th Nov 2026/)
})

test('a job ticket shows what printing, finishing and delivery need', async () => {
  const one = order(1)
  renderPage(<JobTicketsPage />, [shop, answer(getOrder, one)], { path: path(one) })
  await screen.findByRole('heading', { name: '1 job ticket' })
  const ticket = screen.getByRole('article', { name: 'Job ticket of order 1001' })
  for (const text of [
    'Kochi Copy House',
    '1001',
    'Lecture notes',
    'Asha Menon',
    '12 MG Road',
    'Kochi, Kerala',
    '682016',
    'Colour',
    'Double-sided',
    'A3',
    'Spiral',
    '1. part 1.pdf',
    '6 pages to print',
    'Call first',
    '₹120.00 − ₹20.00 (SAVE20)',
    '₹100.00',
  ]) {
    expect(ticket).toHaveTextContent(text)
  }
})

test('a ticket of somebody who sees neither customers’ data nor prices has none of them', async () => {
  // As the server answers them.
  const seen = order(1, {
    user_data: { ...usual.user_data, first_name: 'Asha', last_name: 'Menon', email: null, mobile: null },
    address: null,
    amount: null,
    discount: null,
    coupon_code: null,
    payable: null,
  })
  renderPage(<JobTicketsPage />, [shop, answer(getOrder, seen)], { path: path(seen) })
  const ticket = within(await screen.findByRole('article', { name: 'Job ticket of order 1001' }))
  expect(ticket.getByText('To be delivered')).toBeVisible()
  expect(ticket.queryByText(/90000|54321|MG Road|Payable|₹|null|undefined/)).toBeNull()
})

test('the QR code contains the shop’s public address of the print', async () => {
  const one = order(1)
  renderPage(<JobTicketsPage />, [shop, answer(getOrder, one)], { path: path(one) })
  const code = await screen.findByRole('img', { name: 'Code of order 1001' })
  const { data, size } = encode(`https://print.example/shop/print/${one.id}`, {
    ecc: 'M',
    boostEcc: true,
    border: 4,
  })
  expect(code).toHaveAttribute('viewBox', `0 0 ${size} ${size}`)
  expect(code.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(
    // Adjacent dark squares of a row are drawn as one stroke.
    data.flatMap((row) => row.filter((dark, at) => dark && !row[at - 1])).length,
  )
})

test('of twenty files, the last line counts those that do not fit and their pages', async () => {
  const files = Array.from({ length: 20 }, (_, at) => fileOf(id(1), at + 1))
  const one = order(1, { order_files: files, pickup: true, address: null })
  renderPage(<JobTicketsPage />, [shop, answer(getOrder, one)], { path: path(one) })
  const ticket = within(await screen.findByRole('article'))
  expect(ticket.getByText('+ 13 more').parentElement).toHaveTextContent('39 pages')
  expect(ticket.getByText('Pick-up')).toBeVisible()
  expect(ticket.queryByText('8. part 8.pdf')).not.toBeInTheDocument()
})

test('tickets have the order of the address, each once, and a missing order does not hide the others', async () => {
  const [one, two, gone] = [order(1), order(2), order(3)]
  const byId = answer(getOrder, ({ url }) => [one, two].find(({ id }) => url.pathname.includes(id)) ?? gone)
  const answers = {
    ...byId,
    reply: (call: Parameters<typeof byId.reply>[0]) =>
      call.url.pathname.includes(gone.id)
        ? refuse(getOrder, 404, { message: 'Order not found' }).reply(call)
        : byId.reply(call),
  }
  renderPage(<JobTicketsPage />, [shop, answers], { path: path(two, gone, one, two) })
  expect(await screen.findByText('Ticket 2 of 3 could not be loaded. Order not found')).toBeVisible()
  // Said when all have come.
  expect(await screen.findByRole('heading', { name: '2 job tickets' })).toBeVisible()
  const names = screen.getAllByRole('article').map((ticket) => ticket.getAttribute('aria-label'))
  expect(names).toEqual(['Job ticket of order 1002', 'Job ticket of order 1001'])
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled()
})
