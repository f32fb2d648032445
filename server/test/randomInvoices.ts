import { computeTax, type TaxPart, withDiscount } from '@our-print/contract/money/taxes.ts'
import fc from '../../test/fastCheck.ts'
import type { InvoiceRow } from '../src/money/invoices/invoices.queries.ts'

// Invoices as they are read from the database. Only for tests.

/** A shop that is registered for the GST. */
export const seller = {
  name: 'Our Print',
  address: '4 MG Road',
  city: 'Pune',
  pincode: '411001',
  state: 'Maharashtra',
  country_code: 'IN',
  registration: '27AAPFU0939F1ZV',
}
export const india = { ...seller, name: 'Our Print & Sons <Pune>' }
export const spain = { ...india, name: 'Papelería Sol', country_code: 'ES', registration: 'ESB12345678' }
export const greece = { ...india, name: 'Χαρτί', country_code: 'GR', registration: 'EL123456789' }
export const unregistered = { ...india, registration: '' }

/** Rates in hundredths of a percent; two taxes of one rate, and none. */
const rates: Record<string, readonly TaxPart[]> = {
  GST: [
    { name: 'CGST', rate: 900 },
    { name: 'SGST', rate: 900 },
  ],
  'GST of books': [
    { name: 'CGST', rate: 900 },
    { name: 'SGST', rate: 900 },
  ],
  IGST: [{ name: 'IGST', rate: 1800 }],
  VAT: [{ name: 'VAT', rate: 1050 }],
  none: [],
}

type Basket = { tax: string; amount: number }[]

export function invoiceOf(
  basket: Basket,
  options: { discount?: number; containsTax?: boolean } & Partial<InvoiceRow> = {},
) {
  const { discount = 0, containsTax = true, ...more } = options
  const priced = withDiscount(basket, discount)
  const partsOfTax = (name: string) => rates[name] ?? []
  const taxed = computeTax(priced, partsOfTax, containsTax)
  return {
    kind: 'invoice',
    number: 'INV/26-27/7',
    day: '2026-11-28',
    issued_at: '2026-11-28T06:30:15.123456Z',
    month: null,
    currency: 'INR',
    language: 'en',
    seller: india,
    buyer_data: { ...india, name: 'Meena\u000b Iyer', registration: '' },
    credits_number: null,
    reason: '',
    net: taxed.net / 100,
    tax: taxed.tax / 100,
    total: taxed.total / 100,
    prices_contain_tax: containsTax,
    paid: 0,
    taxes: taxed.groups.map((group) => ({
      ...group,
      net: group.net / 100,
      tax: group.tax / 100,
      parts: group.parts.map((part) => ({ ...part, amount: part.amount / 100 })),
    })),
    lines: taxed.lines.map((line, index) => ({
      text: `Printing ${index}`,
      code: index === 0 ? '998912' : '',
      order_number: 1042,
      rate: partsOfTax(basket[index]?.tax ?? '').reduce((sum, { rate }) => sum + rate, 0),
      discount: (priced[index]?.discount ?? 0) / 100,
      net: line.net / 100,
      tax: line.tax / 100,
      total: (line.net + line.tax) / 100,
    })),
    ...more,
  } as unknown as InvoiceRow
}

/** Of any basket, with or without tax in its prices, to and from different countries; or a credit note. */
export const anyInvoice = fc
  .record({
    lines: fc.array(
      fc.record({
        tax: fc.constantFrom(...Object.keys(rates)),
        amount: fc.integer({ min: 0, max: 10_000_000 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    containsTax: fc.boolean(),
    seller: fc.constantFrom(india, spain, greece),
    buyer_data: fc.constantFrom(india, spain, greece, unregistered),
    kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
    month: fc.constantFrom(null, '2024-02-01', '2026-12-01'),
    paidPart: fc.constantFrom(0, 0, 0.37, 1),
  })
  .map(({ lines, part, paidPart, ...options }) => {
    const discount = Math.floor(lines.reduce((sum, { amount }) => sum + amount, 0) * part)
    const credits =
      options.kind === 'credit_note' ? { credits_number: 'INV/26-27/3', reason: 'Smudged & torn' } : {}
    const invoice = invoiceOf(lines, { discount, ...options, ...credits })
    const paid = options.kind === 'invoice' ? Math.floor(invoice.total * 100 * paidPart) / 100 : 0
    return { ...invoice, paid }
  })
