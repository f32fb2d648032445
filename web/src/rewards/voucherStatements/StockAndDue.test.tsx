import { createVoucherInvoice } from '@our-print/contract/money/invoices.ts'
import { getVoucherStatement, type VoucherStatement } from '@our-print/contract/rewards/voucherStatements.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { client } from '../../../test/client.ts'
import { invoice } from '../../../test/invoice.ts'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { today } from '../../base/format/format.ts'
import { monthsBefore } from '../../base/format/shopTime.ts'
import { StockAndDue } from './StockAndDue.tsx'

const [running = '', past = ''] = monthsBefore(today(), 0, 2)
const codes = { opening: 9, received: 0, sold: 2, voided: 0, expired: 0, closing: 7, due: 25 }
const statement: VoucherStatement = {
  client: client.id,
  client_name: client.name,
  month: past,
  agreed_price: 12.5,
  ...codes,
  lines: [{ voucher_detail: 'Free cake', voucherInfoId: client.id, ...codes }],
  lines_count: 1,
  invoice: null,
}
const made = { ...invoice, kind: 'self_billed' as const, number: 'SBI/26-27/1' }
type Answers = Parameters<typeof renderPage>[1]
type Options = Parameters<typeof renderPage>[2]
const show = (changes: Partial<VoucherStatement>, answers: Answers = [], options: Options = {}) =>
  renderPage(
    <StockAndDue client={client} />,
    [answer(getVoucherStatement, { ...statement, ...changes }), ...answers],
    { path: `/client_companies/edit?month=${changes.month ?? past}`, ...options },
  )
const button = () => screen.findByRole('button', { name: 'Issue invoice' })

test('a month that is over and has something due is invoiced, and then says by which invoice', async () => {
  const asked: string[] = []
  const { calls } = show({}, [
    answer(createVoucherInvoice, made),
    answer(getVoucherStatement, ({ url }) => {
      asked.push(url.search)
      return { ...statement, invoice: asked.length > 1 ? { id: made.id, number: made.number } : null }
    }),
  ])
  await userEvent.click(await button())
  expect(await screen.findByText('Invoice SBI/26-27/1 issued')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([{ body: { month: past } }])
  expect(calls.find(({ method }) => method === 'POST')?.url.pathname).toBe(
    `/api/clients/${client.id}/voucher-invoice/`,
  )
  const link = await screen.findByRole('link', { name: 'Invoice SBI/26-27/1' })
  expect(link).toHaveAttribute('href', `/invoice/${made.id}`)
  expect(screen.queryByRole('button', { name: 'Issue invoice' })).toBeNull()
})

test.each([
  ['This month is not over yet', { month: running }],
  ['Nothing is due', { due: 0 }],
  ['More was voided than sold: credit the invoice of the sale', { due: -10 }],
])('it says why not: %s', async (reason, changes) => {
  show(changes)
  expect(await button()).toBeDisabled()
  expect(await button()).toHaveAttribute('title', reason)
})

test('a refusal is said', async () => {
  show({}, [refuse(createVoucherInvoice, 409, { code: 'seller_missing', message: 'Say first who sells' })])
  await userEvent.click(await button())
  expect(await screen.findByText('No invoice was issued')).toBeVisible()
  expect(screen.getByText('Say first who sells')).toBeVisible()
})

test('who may not issue invoices finds neither the button nor the invoice', async () => {
  show({ invoice: { id: made.id, number: made.number } }, [], { abilities: ['vouchers', 'prices'] })
  expect(await screen.findByText('Free cake')).toBeVisible()
  expect(screen.queryByText(/^Invoice/)).toBeNull()
})
