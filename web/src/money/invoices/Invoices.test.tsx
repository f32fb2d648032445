import {
  getClientBilling,
  getInvoiceSettings,
  type InvoiceSettings,
  updateClientBilling,
  updateInvoiceSettings,
} from '@our-print/contract/money/invoiceSettings.ts'
import { createInvoice, creditInvoice, getInvoice, listInvoices } from '@our-print/contract/money/invoices.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { invoice } from '../../../test/invoice.ts'
import { order } from '../../../test/order.ts'
import { answer, page, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { CompanyInvoicesPage } from './CompanyInvoicesPage.tsx'
import { InvoicePage } from './InvoicePage.tsx'
import { InvoiceSettingsPage } from './InvoiceSettingsPage.tsx'
import { InvoicesPage } from './InvoicesPage.tsx'
import OrderInvoices from './OrderInvoices.tsx'
import { partsOfText, textOfParts } from './taxText.ts'

type Answers = Parameters<typeof renderPage>[1]
const click = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}
const show = (answers: Answers = []) =>
  renderPage(<InvoicePage />, [answer(getInvoice, invoice), ...answers], {
    path: `/invoice/${invoice.id}`,
    route: '/invoice/:id',
    role: 'admin',
  })

test('the list shows invoices and filters by kind', async () => {
  const { calls } = renderPage(<InvoicesPage />, [answer(listInvoices, page([invoice]))], { role: 'admin' })
  expect(await screen.findByText('INV/26-27/12')).toBeVisible()
  expect(screen.getByText('₹118.00')).toBeVisible()
  expect(calls.at(-1)?.url.searchParams.get('kind')).toBe('all')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Credit notes')
  await screen.findByText('INV/26-27/12')
  expect(calls.at(-1)?.url.searchParams.get('kind')).toBe('credit_note')
})

test('a self-billed invoice says that the company sells and the shop buys, and is no receipt', async () => {
  const [line] = invoice.lines
  const ofVouchers = { order: null, order_number: null, rate: 0, tax: 0 }
  const note = { ...invoice, id: order.id, kind: 'self_billed_credit' as const, number: 'SBI/26-27/2' }
  const { calls } = show([
    answer(getInvoice, {
      ...invoice,
      kind: 'self_billed',
      number: 'SBI/26-27/1',
      seller: { ...invoice.seller, name: 'Blue Bakery' },
      buyer_data: { ...invoice.buyer_data, name: 'Our Print' },
      total: 30,
      lines: [
        { ...line, ...ofVouchers, id: order.id, text: 'Cake, -2 codes', total: -20, left: -20 },
        { ...line, ...ofVouchers, text: 'Tea, 5 codes', total: 50, left: 50 },
      ] as typeof invoice.lines,
      files: { ...invoice.files, receipt: null },
    }),
    answer(creditInvoice, note),
  ])
  expect(await screen.findByRole('heading', { name: 'Self-billed invoice SBI/26-27/1' })).toBeVisible()
  const under = (name: string) => screen.getByRole('heading', { name }).closest('section')
  expect(under('From')).toHaveTextContent('Blue Bakery')
  expect(under('For')).toHaveTextContent('Our Print')
  expect(screen.queryByRole('button', { name: 'Receipt, 80 mm' })).toBeNull()
  expect(screen.queryByRole('link', { name: /#/ })).toBeNull()
  await click('Credit')
  expect(await within(await screen.findByRole('dialog')).findByText('₹30.00')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Reason'), 'Wrong price')
  await click('Issue credit note')
  await screen.findByText('Credit note SBI/26-27/2 issued')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Wrong price' })
})

test('an invoice says what was paid before it', async () => {
  show([answer(getInvoice, { ...invoice, paid: 50 })])
  expect(await screen.findByText('₹50.00')).toBeVisible()
})

test('an invoice is credited in parts, with a reason', async () => {
  const note = { ...invoice, id: order.id, kind: 'credit_note' as const, number: 'CRN/26-27/1' }
  const { calls } = show([answer(creditInvoice, note)])
  expect(await screen.findByText('CGST 9% of GST 18%')).toBeVisible()
  await click('Credit')
  await click('Issue credit note')
  expect(await screen.findByText('This field is Required')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Reason'), 'Smudged')
  await userEvent.click(screen.getByRole('radio', { name: 'Parts' }))
  await userEvent.type(screen.getByLabelText(/Printing: Thesis/), '18.5')
  await click('Issue credit note')
  await screen.findByText('Credit note CRN/26-27/1 issued')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    reason: 'Smudged',
    lines: [{ line: invoice.lines[0]?.id, amount: 18.5 }],
  })
})

test('an amount stays with its line when somebody else credits another one meanwhile', async () => {
  const [first] = invoice.lines as [(typeof invoice.lines)[number]]
  const named = (nth: number, left: number) => ({
    ...first,
    id: `${order.id.slice(0, -1)}${nth}`,
    text: `Line ${nth}`,
    left,
  })
  let lines = [named(1, 10), named(2, 20), named(3, 30)]
  const note = { ...invoice, id: order.id, kind: 'credit_note' as const, number: 'CRN/26-27/1' }
  const { calls, client } = show([
    answer(getInvoice, () => ({ ...invoice, lines })),
    answer(creditInvoice, note),
  ])
  await click('Credit')
  await userEvent.type(await screen.findByLabelText('Reason'), 'Smudged')
  await userEvent.click(screen.getByRole('radio', { name: 'Parts' }))
  await userEvent.type(screen.getByLabelText(/Line 1/), '3')
  await userEvent.type(screen.getByLabelText(/Line 2/), '5')
  lines = [named(1, 0), named(2, 20), named(3, 30)]
  await client.invalidateQueries()
  await waitFor(() => expect(screen.queryByLabelText(/Line 1/)).toBeNull())
  expect(screen.getByLabelText(/Line 2/)).toHaveValue('5')
  await click('Issue credit note')
  await screen.findByText('Credit note CRN/26-27/1 issued')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    reason: 'Smudged',
    lines: [{ line: named(2, 20).id, amount: 5 }],
  })
})

test.each([
  ['Download PDF', 'pdf', 'pdf'],
  ['Receipt, 80 mm', 'receipt', 'pdf'],
  ['XML', 'ubl', 'xml'],
  ['Factur-X', 'facturx', 'pdf'],
])('%s saves this form, by a fresh link', async (button, file, extension) => {
  URL.createObjectURL = () => 'blob:invoice'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const pattern = new RegExp(`^/${file}$`)
  const { calls } = show([{ method: 'GET', pattern, reply: async () => new Response('its bytes') }])
  await click(button)
  await screen.findByText(`Saved as INV-26-27-12-${file}.${extension}`)
  expect(calls.map(({ url }) => url.pathname).slice(-2)).toEqual([`/api/invoices/${invoice.id}/`, `/${file}`])
})

test('what is not there says so', async () => {
  renderPage(<InvoicePage />, [refuse(getInvoice, 404, { message: 'Invoice not found' })], {
    path: `/invoice/${invoice.id}`,
    route: '/invoice/:id',
    role: 'admin',
  })
  expect(await screen.findByRole('link', { name: 'All invoices' })).toBeVisible()
})

test('the page of an order issues its invoice, and says why not', async () => {
  const { calls } = renderPage(
    <OrderInvoices order={{ ...order, payable: 118 }} />,
    [
      answer(listInvoices, page([])),
      refuse(createInvoice, 409, { code: 'seller_missing', message: 'Say first who sells' }),
    ],
    { role: 'admin' },
  )
  await click('Issue invoice')
  expect(await screen.findByText('Say first who sells')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ order: order.id })
})

const settings: InvoiceSettings = {
  seller: { ...invoice.seller, name: '' },
  prices_contain_tax: true,
  taxes: [
    {
      name: 'GST 18%',
      parts: [
        { name: 'CGST', rate: 900 },
        { name: 'SGST', rate: 900 },
      ],
      between: [{ name: 'IGST', rate: 1800 }],
    },
  ],
  work: {
    printing: { tax: 'GST 18%', code: '998912' },
    binding: { tax: 'GST 18%', code: '' },
    delivery: { tax: 'GST 18%', code: '' },
    extras: { tax: 'GST 18%', code: '' },
  },
  series: { invoice: 'INV', credit_note: 'CRN', self_billed: 'SBI' },
  year_starts: 4,
  issue: 'hand',
  version: 3,
}

test('settings are typed as people write them, and sent as data', async () => {
  const { calls } = renderPage(
    <InvoiceSettingsPage />,
    [answer(getInvoiceSettings, settings), answer(updateInvoiceSettings, { ...settings, version: 4 })],
    { role: 'admin' },
  )
  await userEvent.type(await screen.findByLabelText('Name'), 'Our Print')
  const parts = screen.getByLabelText('Percent')
  await userEvent.clear(parts)
  await userEvent.type(parts, 'nine')
  await click('Save')
  expect(await screen.findByText('Write it as CGST 9 + SGST 9')).toBeVisible()
  await userEvent.clear(parts)
  await userEvent.type(parts, 'CGST 2.5 + SGST 2.5')
  const between = screen.getByLabelText('To another state')
  await userEvent.clear(between)
  await userEvent.type(between, 'IGST 5')
  await click('Save')
  await screen.findByText('Settings of invoices saved')
  const { version, ...rest } = settings
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...rest,
    seller: { ...settings.seller, name: 'Our Print' },
    taxes: [
      {
        name: 'GST 18%',
        parts: [
          { name: 'CGST', rate: 250 },
          { name: 'SGST', rate: 250 },
        ],
        between: [{ name: 'IGST', rate: 500 }],
      },
    ],
    version,
  })
})

test('settings that others changed are shown, and what was typed is saved on top of them', async () => {
  const current = { ...settings, version: 4, seller: { ...settings.seller, city: 'Nashik' }, year_starts: 1 }
  const { calls } = renderPage(
    <InvoiceSettingsPage />,
    [answer(getInvoiceSettings, settings), refuseStale(updateInvoiceSettings, current)],
    { role: 'admin' },
  )
  await userEvent.type(await screen.findByLabelText('Name'), 'Our Print')
  await click('Save')
  expect(await screen.findByText(`City: ${settings.seller.city} → Nashik`)).toBeVisible()
  expect(screen.getByText('Financial year begins in: Apr → Jan')).toBeVisible()
  await click('Reload')
  expect(screen.getByLabelText('City')).toHaveValue('Nashik')
  await click('Save')
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2))
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    version: 4,
    seller: { name: 'Our Print', city: 'Nashik' },
  })
})

test('a tax is read as it is written', () => {
  const read = (text: string) => partsOfText(text)
  expect(read('CGST 9 + SGST 9.25%')).toEqual([
    { name: 'CGST', rate: 900 },
    { name: 'SGST', rate: 925 },
  ])
  expect([read(''), read('VAT'), read('9')]).toEqual([[], undefined, undefined])
  expect(textOfParts([{ name: 'VAT', rate: 1950 }])).toBe('VAT 19.5')
})

const { name: _, ...party } = invoice.buyer_data
const billing = { ...party, name: 'Acme', company: 'Acme Ltd', monthly: false, version: 1 }

test('how a company is invoiced was changed by others: it is shown, and what was typed is kept', async () => {
  const current = { ...billing, monthly: true, version: 2 }
  const { calls } = renderPage(
    <CompanyInvoicesPage />,
    [
      answer(getClientBilling, billing),
      answer(listInvoices, page([])),
      refuseStale(updateClientBilling, current),
    ],
    { path: `/company_invoices/${order.id}`, route: '/company_invoices/:id', role: 'admin' },
  )
  const name = await screen.findByLabelText(/^Name on invoices/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Acme Print')
  await click('Save')
  expect(await screen.findByText('One a month: no → yes')).toBeVisible()
  await click('Reload')
  await click('Save')
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2))
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    version: 2,
    name: 'Acme Print',
    monthly: true,
  })
})

test('a company is invoiced once a month from its own page', async () => {
  const { calls } = renderPage(
    <CompanyInvoicesPage />,
    [
      answer(getClientBilling, billing),
      answer(listInvoices, page([])),
      answer(updateClientBilling, { ...billing, monthly: true, version: 2 }),
      refuse(createInvoice, 422, {
        message: 'No order of this company was delivered until then that has no invoice',
      }),
    ],
    { path: `/company_invoices/${order.id}`, route: '/company_invoices/:id', role: 'admin' },
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'One a month' }))
  await click('Save')
  await screen.findByText('Saved')
  expect(screen.getByText('Acme Ltd')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ monthly: true, version: 1 })
  await click('Issue invoice')
  expect(await screen.findByText(/No order of this company/)).toBeVisible()
})

test('how a company is invoiced is asked for once and shown, also where its invoices cannot be read', async () => {
  const { calls } = renderPage(
    <CompanyInvoicesPage />,
    [answer(getClientBilling, billing), refuse(listInvoices, 500, { message: 'Something broke.' })],
    { path: `/company_invoices/${order.id}`, route: '/company_invoices/:id', role: 'admin' },
  )
  expect(await screen.findByText(/could not be loaded/)).toBeVisible()
  expect(screen.getByRole('radio', { name: 'One a month' })).toBeVisible()
  expect(calls.filter(({ url }) => url.pathname.includes('billing')).length).toBeLessThan(3)
})
