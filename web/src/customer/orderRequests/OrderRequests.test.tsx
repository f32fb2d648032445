import {
  acceptOrderRequest,
  declineOrderRequest,
  getOrderRequest,
  listOrderRequests,
  type OrderRequest,
} from '@our-print/contract/customer/orderRequests.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { OrderRequestPage } from './OrderRequestPage.tsx'
import { OrderRequestsPage } from './OrderRequestsPage.tsx'

const id = '01900000-0000-7000-8000-000000000021'
const request: OrderRequest = {
  id,
  number: 7,
  kind: 'new',
  status: 'open',
  order: null,
  name: 'Meena Iyer',
  mobile: '+919812345670',
  email: null,
  wanted: {
    title: 'Thesis',
    copies: 2,
    color: 'bw',
    sides: 'single',
    paper_size: 'A4',
    binding: 'spiral',
    notes: 'Soon',
    pickup: true,
    address: null,
  },
  amount: 96,
  message: '',
  files: [
    {
      id: '01900000-0000-7000-8000-000000000022',
      name: 'thesis.pdf',
      content_type: 'application/pdf',
      size: 1000,
      page_count: 4,
      url: 'http://localhost/file',
    },
  ],
  customer: null,
  created_at: '2026-11-24T10:00:00Z',
  decided_at: null,
  decided_by: null,
  reason: '',
  accepted_order: null,
  version: 3,
}
const order = { id: '01900000-0000-7000-8000-000000000023', number: 1401, title: 'Thesis' }

const show = (shown: OrderRequest, answers: Parameters<typeof renderPage>[1] = []) =>
  renderPage(<OrderRequestPage />, [answer(getOrderRequest, shown), ...answers], {
    path: `/order_request/${id}`,
    route: '/order_request/:id',
    role: 'admin',
  })
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the list shows who asks for what, and filters by what became of it', async () => {
  const { calls } = renderPage(<OrderRequestsPage />, [answer(listOrderRequests, page([request]))], {
    role: 'admin',
  })
  expect(await screen.findByText('7 · Thesis')).toBeVisible()
  expect(screen.getByText('New order')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Declined')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('status')).toBe('declined'))
})

test('a visitor’s order is corrected and taken in', async () => {
  const accepted: OrderRequest = {
    ...request,
    status: 'accepted',
    decided_at: '2026-11-24T11:00:00Z',
    decided_by: 'Asha Rao',
    accepted_order: order,
  }
  const { calls } = show(request, [answer(acceptOrderRequest, accepted)])
  for (const words of ['thesis.pdf', 'Not a customer yet', '₹96.00', 'Soon'])
    expect(await screen.findByText(words)).toBeVisible()
  await click('Accept')
  const copies = await screen.findByLabelText('Copies')
  await userEvent.clear(copies)
  await userEvent.type(copies, '3')
  await click('Take it in')
  expect(await screen.findByText('Taken in as order 1401')).toBeVisible()
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ wanted: { ...request.wanted, copies: 3 }, version: 3 })
})

test('it is declined with a reason, and whoever is second hears it', async () => {
  show(request, [
    refuse(declineOrderRequest, 409, { message: 'Asha Rao has accepted this request already.' }),
  ])
  await click('Decline')
  await userEvent.type(await screen.findByLabelText('Why'), 'Too large')
  await userEvent.click(screen.getAllByRole('button', { name: 'Decline' }).at(-1) as HTMLElement)
  expect(await screen.findByText(/has accepted this request already/)).toBeVisible()
})

test('a wish to cancel says what accepting does', async () => {
  show({ ...request, kind: 'cancel', wanted: null, order, files: [], message: 'Too late' })
  expect(await screen.findByText('Too late')).toBeVisible()
  await click('Accept')
  expect(await screen.findByRole('button', { name: 'Cancel order 1401' })).toBeVisible()
  expect(screen.getByText('Order 1401 is cancelled, as the customer asked.')).toBeVisible()
})
