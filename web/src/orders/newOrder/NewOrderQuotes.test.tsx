import { createUpload, type Upload } from '@our-print/contract/orders/orderFiles.ts'
import { createOrder } from '@our-print/contract/orders/orders.ts'
import { createQuote, getQuote, type Quote, updateQuote } from '@our-print/contract/orders/quotes.ts'
import { type CustomerAddress, listCustomerAddresses } from '@our-print/contract/people/customerAddresses.ts'
import { getUser, listUsers } from '@our-print/contract/people/customers.ts'
import { validateCoupon } from '@our-print/contract/rewards/coupons.ts'
import { listSoldPlans, type SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { quote } from '../../../test/quote.ts'
import { answer, page, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { NewOrderPage } from './NewOrderPage.tsx'

const upload: Upload = {
  id: '01900000-0000-7000-8000-0000000000f7',
  name: 'notes.pdf',
  content_type: 'application/pdf',
  size: 10,
  page_count: 7,
}
const kavya = { ...anita, id: quote.order.user, first_name: 'Kavya', last_name: 'Iyer' }
const shop = [
  answer(getConfiguration, configuration),
  answer(listUsers, page([kavya])),
  answer(getUser, kavya),
  answer(listCustomerAddresses, page<CustomerAddress>([])),
  answer(listSoldPlans, page<SoldPlan>([])),
  answer(validateCoupon, { valid: true, discount: 320, payable: 2880, reason: null }),
  answer(createUpload, upload),
]

beforeEach(() => stubUploads())

test('a new order is saved as a quote, and taken in only by its own button', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, [...shop, answer(createQuote, quote)])
  fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), {
    target: { files: [new File(['%PDF'], 'notes.pdf', { type: 'application/pdf' })] },
  })
  await screen.findByText('7 pages')
  await typeAtOnce(screen.getByRole('combobox', { name: 'Customer' }), 'kavya')
  await user.click(await screen.findByRole('option', { name: /Kavya Iyer/ }))
  await user.click(screen.getByRole('switch', { name: 'Pick-up' }))
  await user.click(screen.getByRole('button', { name: 'Save as quote' }))
  expect(await screen.findByText('Quote 12 saved: ₹2,880.00')).toBeVisible()
  const posts = calls.filter(({ method, url }) => method === 'POST' && url.pathname === createQuote.url)
  expect(posts.map(({ body }) => body)).toMatchObject([
    { order: { user: kavya.id, title: 'notes', pickup: true, uploads: [upload.id] } },
  ])
  expect(calls.some(({ method, url }) => method === 'POST' && url.pathname === createOrder.url)).toBe(false)
})

test('a new quote is asked for as such: no button takes an order in', async () => {
  const path = '/new_order?quote=new'
  const { calls } = renderPage(<NewOrderPage />, shop, { path, route: '/new_order' })
  expect(await screen.findByRole('heading', { name: 'New quote' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save quote' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Take order' })).toBeNull()
  expect(calls.filter(({ url }) => url.pathname.startsWith('/api/quotes'))).toEqual([])
})

test('a quote opens in the form with its files, and is changed there', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <NewOrderPage />,
    [...shop, answer(getQuote, quote), answer(updateQuote, quote)],
    {
      path: `/new_order?quote=${quote.id}`,
      route: '/new_order',
    },
  )
  expect(await screen.findByRole('heading', { name: 'Change quote 12' })).toBeVisible()
  expect(await screen.findByText('cards.pdf')).toBeVisible()
  expect(screen.getByLabelText('Title')).toHaveValue('Wedding cards')
  expect(screen.queryByRole('button', { name: 'Take order' })).toBeNull()
  await screen.findByText(/Kavya Iyer/)
  await user.clear(screen.getByLabelText('Copies'))
  await user.type(screen.getByLabelText('Copies'), '300')
  await user.click(screen.getByRole('button', { name: 'Save quote' }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    version: 3,
    order: { user: kavya.id, copies: 300, coupon_code: 'TEN', uploads: quote.order.uploads },
  })
})

test('what is typed into a quote stays when others change it: the save shows what they changed', async () => {
  const user = userEvent.setup()
  const changed = { notes: 'Thin paper', pay_by: 'on_account' } as const
  const current = { ...quote, version: 4, payable: 3000, order: { ...quote.order, ...changed } }
  let read: Quote = quote
  const { calls, client } = renderPage(
    <NewOrderPage />,
    [...shop, answer(getQuote, () => read), refuseStale(updateQuote, current)],
    { path: `/new_order?quote=${quote.id}`, route: '/new_order' },
  )
  await screen.findByText(/Kavya Iyer/)
  await user.clear(screen.getByLabelText('Title'))
  await user.type(screen.getByLabelText('Title'), 'Invitations')
  read = current
  await client.invalidateQueries()
  await waitFor(() =>
    expect(calls.filter(({ url }) => url.pathname === `/api/quotes/${quote.id}/`)).toHaveLength(2),
  )
  expect(screen.getByLabelText('Title')).toHaveValue('Invitations')
  await user.click(screen.getByRole('button', { name: 'Save quote' }))
  expect(await screen.findByText('Notes: Thick paper → Thin paper')).toBeVisible()
  expect(screen.getByText(/^To be paid: .* → On account$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(screen.getByLabelText('Title')).toHaveValue('Invitations')
  expect(screen.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Thin paper')
  await user.click(screen.getByRole('button', { name: 'Save quote' }))
  await waitFor(() =>
    expect(
      calls
        .filter(({ method }) => method === 'PATCH')
        .map(({ body }) => (body as { version: number }).version),
    ).toEqual([3, 4]),
  )
})

test('a quote that is refused says why on its field', async () => {
  const user = userEvent.setup()
  const errors = [{ message: 'This coupon ended on 1 Nov 2026', context: { key: 'coupon_code' } }]
  renderPage(<NewOrderPage />, [...shop, answer(getQuote, quote), refuse(updateQuote, 422, { errors })], {
    path: `/new_order?quote=${quote.id}`,
    route: '/new_order',
  })
  await screen.findByText(/Kavya Iyer/)
  await user.click(screen.getByRole('button', { name: 'Save quote' }))
  expect(await screen.findByText('This coupon ended on 1 Nov 2026')).toBeVisible()
})
