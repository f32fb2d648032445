import { getOrder } from '@our-print/contract/orders/orders.ts'
import {
  confirmQuote,
  getQuote,
  listQuotes,
  type Quote,
  updateQuote,
} from '@our-print/contract/orders/quotes.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { quote } from '../../../test/quote.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { addDays, today } from '../../base/format/format.ts'
import { QuotePage } from './QuotePage.tsx'
import { QuotesPage } from './QuotesPage.tsx'

type Answers = Parameters<typeof renderPage>[1]

const show = (shown: Quote, answers: Answers = []) =>
  renderPage(<QuotePage />, [answer(getQuote, shown), ...answers], {
    path: `/quote/${shown.id}`,
    route: '/quote/:id',
    role: 'admin',
  })
const sent = (calls: ReturnType<typeof renderPage>['calls'], method: string) =>
  calls.filter((call) => call.method === method).map(({ url, body }) => [url.pathname, body])
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: string) => {
  await click(`More actions for quote ${quote.number}`)
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('the list shows what was offered, and filters by what became of it', async () => {
  const { calls } = renderPage(<QuotesPage />, [answer(listQuotes, page([quote]))], { role: 'admin' })
  expect(await screen.findByText('12 · Wedding cards')).toBeVisible()
  expect(screen.getByText('Kavya Iyer')).toBeVisible()
  expect(screen.getByText('₹2,880.00')).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Expired')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('status')).toBe('expired'))
})

test('a quote shows what it offers, and is confirmed by one tap that can be undone', async () => {
  const { calls } = show(quote, [
    answer(confirmQuote, order),
    answer(getOrder, order),
    answer(updateQuote, { ...quote, version: 5 }),
  ])
  expect(await screen.findByRole('heading', { name: 'Quote 12 · Wedding cards' })).toBeVisible()
  for (const words of ['cards.pdf', 'Coupon TEN', '−₹320.00', '₹2,880.00', 'Thick paper', 'Kavya Iyer'])
    expect(screen.getByText(words)).toBeVisible()
  await click('Confirm')
  expect(await screen.findByText(/taken in from quote 12/)).toBeVisible()
  await click('Undo')
  await waitFor(() =>
    expect(sent(calls, 'PATCH')).toEqual([[`/api/quotes/${quote.id}/`, { status: 'open', version: 4 }]]),
  )
  expect(await screen.findByText('Quote 12 is open again')).toBeVisible()
  expect(sent(calls, 'POST')).toEqual([[`/api/quotes/${quote.id}/confirm/`, { version: 3 }]])
})

test('a quote names the tax that is added to its prices', async () => {
  show({ ...quote, tax: 518.4, payable: 3398.4 }, [])
  expect(await screen.findByText('₹518.40')).toBeVisible()
  expect(screen.getByText('₹3,398.40')).toBeVisible()
})

test('whoever is second sees the order that it became', async () => {
  const current: Quote = {
    ...quote,
    status: 'confirmed',
    confirmed_at: '2026-11-21T10:00:00Z',
    confirmed_order: { id: order.id, number: 1390 },
  }
  const message = 'Quote 12 is confirmed already: it is order 1390.'
  show(quote, [refuse(confirmQuote, 409, { code: 'confirmed', message, current })])
  await click('Confirm')
  expect(await screen.findByText(message)).toBeVisible()
})

test('a confirmed quote leads to its order, and offers nothing more', async () => {
  show({
    ...quote,
    status: 'confirmed',
    confirmed_at: '2026-11-21T10:00:00Z',
    confirmed_order: { id: order.id, number: 1390 },
  })
  expect(await screen.findByRole('link', { name: 'Open order 1390' })).toHaveAttribute(
    'href',
    `/order/${order.id}`,
  )
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('an expired quote is renewed at the prices of today', async () => {
  const { calls } = show({ ...quote, status: 'expired' }, [answer(updateQuote, { ...quote, payable: 3000 })])
  await click('Renew at today’s prices')
  expect(await screen.findByText(/: ₹3,000.00/)).toBeVisible()
  expect(sent(calls, 'PATCH')).toEqual([
    [`/api/quotes/${quote.id}/`, { valid_until: addDays(today(), 14), version: 3 }],
  ])
})

test('a quote is withdrawn, and put back by Undo', async () => {
  const { calls } = show(quote, [answer(updateQuote, { ...quote, status: 'withdrawn', version: 4 })])
  await screen.findByRole('button', { name: 'Confirm' })
  await choose('Withdraw')
  expect(await screen.findByText('Quote 12 withdrawn')).toBeVisible()
  await click('Undo')
  await waitFor(() =>
    expect(sent(calls, 'PATCH').map(([, body]) => body)).toEqual([
      { status: 'withdrawn', version: 3 },
      { status: 'open', version: 4 },
    ]),
  )
})

test('a quote that is not there says so', async () => {
  renderPage(<QuotePage />, [refuse(getQuote, 404, {})], {
    path: `/quote/${quote.id}`,
    route: '/quote/:id',
    role: 'admin',
  })
  expect(await screen.findByRole('heading', { name: 'Quote not found' })).toBeVisible()
})
