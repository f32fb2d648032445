import { computeTax, type TaxPart, withDiscount } from '@our-print/contract/money/taxes.ts'
import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { brokenRules, readXml } from '../../../test/ublRules.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { writeUbl } from './writeUbl.ts'

const india = {
  name: 'Our Print & Sons <Pune>',
  address: '4 MG Road',
  city: 'Pune',
  pincode: '411001',
  state: 'Maharashtra',
  country_code: 'IN',
  registration: '27AAPFU0939F1ZV',
}
const spain = { ...india, name: 'Papelería Sol', country_code: 'ES', registration: 'ESB12345678' }
const greece = { ...india, name: 'Χαρτί', country_code: 'GR', registration: 'EL123456789' }
const unregistered = { ...india, registration: '' }

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
  VAT: [{ name: 'VAT', rate: 1050 }],
  none: [],
}

type Basket = { tax: string; amount: number }[]

function invoiceOf(
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
    month: null,
    currency: 'INR',
    seller: india,
    buyer_data: { ...india, name: 'Meena\u000b Iyer', registration: '' },
    credits_number: null,
    reason: '',
    net: taxed.net / 100,
    tax: taxed.tax / 100,
    total: taxed.total / 100,
    taxes: taxed.groups.map((group) => ({ ...group, net: group.net / 100, tax: group.tax / 100 })),
    lines: taxed.lines.map((line, index) => ({
      text: `Printing ${index}`,
      code: index === 0 ? '998912' : '',
      order_number: 1042,
      rate: partsOfTax(basket[index]?.tax ?? '').reduce((sum, { rate }) => sum + rate, 0),
      net: line.net / 100,
    })),
    ...more,
  } as unknown as InvoiceRow
}

const read = (invoice: InvoiceRow) => readXml(writeUbl(invoice).toString('utf8'))

test('any basket, prices with and without tax, is an invoice by EN 16931 and so is its credit note', () => {
  const basket = fc.array(
    fc.record({
      tax: fc.constantFrom(...Object.keys(rates)),
      amount: fc.integer({ min: 0, max: 10_000_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(
      basket,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      fc.constantFrom(india, spain, greece),
      fc.constantFrom('invoice' as const, 'credit_note' as const),
      (lines, part, containsTax, seller, kind) => {
        const discount = Math.floor(lines.reduce((sum, { amount }) => sum + amount, 0) * part)
        const credits = kind === 'credit_note' ? { credits_number: 'INV/26-27/3', reason: 'Smudged' } : {}
        const invoice = invoiceOf(lines, {
          discount,
          containsTax,
          seller,
          buyer_data: seller,
          kind,
          ...credits,
        })
        expect(brokenRules(read(invoice))).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
})

test('who is not registered and charges no tax is not subject to it', () => {
  const document = read(invoiceOf([{ tax: 'none', amount: 500 }], { seller: unregistered }))
  expect(brokenRules(document)).toEqual([])
  expect(document.querySelector('TaxSubtotal ID')?.textContent).toBe('O')
})

test('says who, when, for which orders, and the codes; what XML cannot hold is left out of names', () => {
  const document = read(invoiceOf([{ tax: 'GST', amount: 118_00 }], { month: '2026-02-01' }))
  const texts = (name: string) =>
    [...document.getElementsByTagName(name)].map(({ textContent }) => textContent)
  expect(document.documentElement.localName).toBe('Invoice')
  expect(texts('cbc:RegistrationName')).toEqual(['Our Print & Sons <Pune>', 'Meena  Iyer'])
  expect([texts('cbc:StartDate'), texts('cbc:EndDate')]).toEqual([['2026-02-01'], ['2026-02-28']])
  expect(texts('cbc:TaxAmount')).toEqual(['18.00', '18.00'])
  expect([texts('cbc:PayableAmount'), texts('cbc:Value'), texts('cbc:Note')]).toEqual([
    ['118.00'],
    ['998912'],
    ['Payable on receipt', 'Order 1042'],
  ])
})

test('the rules find what is wrong', () => {
  const spoilt = (spoil: (xml: string) => string) => {
    const xml = writeUbl(invoiceOf([{ tax: 'GST', amount: 118_00 }])).toString('utf8')
    const text = spoil(xml)
    expect(text).not.toBe(xml)
    return brokenRules(readXml(text))
  }
  const without = (name: string) => (xml: string) =>
    xml.replace(new RegExp(`<${name}[^>]*>[^<]*</${name}>`), '')
  expect(spoilt(without('cbc:IssueDate'))).toEqual(['BR-03'])
  expect(spoilt(without('cbc:RegistrationName'))).toEqual(['BR-06'])
  expect(spoilt((xml) => xml.replace('>118.00</cbc:PayableAmount', '>117.00</cbc:PayableAmount'))).toEqual([
    'BR-CO-16',
  ])
  expect(spoilt((xml) => xml.replace('>100.00</cbc:TaxableAmount', '>90.00</cbc:TaxableAmount'))).toEqual([
    'BR-CO-17',
    'BR-S-08',
  ])
  expect(spoilt((xml) => xml.replaceAll('<cbc:ID>S</cbc:ID>', '<cbc:ID>Z</cbc:ID>'))).toContain('BR-Z-05')
  expect(spoilt((xml) => xml.replace('>GST<', '>VAT<'))).toEqual(['BR-CO-09'])
})
