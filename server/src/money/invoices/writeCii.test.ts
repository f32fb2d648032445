import { toPaise } from '@our-print/contract/orders/price.ts'
import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { faultsOfCii, isNoRounding } from '../../../test/invoiceRules.ts'
import { anyInvoice, india, invoiceOf, spain, unregistered } from '../../../test/randomInvoices.ts'
import { amountsOf, hundredths, readCii, readUbl, readXml } from '../../../test/readInvoices.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { writeCii } from './writeCii.ts'
import { writeUbl } from './writeUbl.ts'

const read = (invoice: InvoiceRow) => readXml(writeCii(invoice).toString('utf8'))

const isRight = fc.asyncProperty(anyInvoice, async (invoice) => {
  const document = read(invoice)
  const faults = await faultsOfCii(writeCii(invoice))
  expect(faults.filter(isNoRounding)).toEqual([])
  expect(amountsOf(document).filter((one) => !/^\d+\.\d\d$/.test(one))).toEqual([])
  const facts = readCii(document)
  expect(facts).toEqual(readUbl(readXml(writeUbl(invoice).toString('utf8'))))
  const { lineTotal, tax, payable, lines, taxes } = facts
  for (const one of taxes) {
    const exact = (hundredths(one.net) * Number(one.rate)) / 100
    expect(Math.abs(hundredths(one.tax) - exact)).toBeLessThan(3)
  }
  expect([lineTotal, tax, payable].map(hundredths)).toEqual(
    [invoice.net, invoice.tax, invoice.total - invoice.paid].map(toPaise),
  )
  expect(lines.map(({ net }) => hundredths(net))).toEqual(invoice.lines.map(({ net }) => toPaise(net)))
})

test('any basket is an invoice by EN 16931 that says what its UBL says, and so is its credit note', () =>
  fc.assert(isRight, { numRuns: 8 }))

test('more baskets are, too', { tags: ['proof'] }, () => fc.assert(isRight, { numRuns: 100 }))

test.each([
  ['a customer', unregistered],
  ['a company with a GSTIN', india],
  ['a company with a VAT number', spain],
])('who is not registered and charges no tax is not subject to it, for %s', async (_, buyer_data) => {
  const invoice = invoiceOf([{ tax: 'none', amount: 500 }], { seller: unregistered, buyer_data })
  expect(await faultsOfCii(writeCii(invoice))).toEqual([])
  const { taxes, buyer } = readCii(read(invoice))
  expect(taxes).toMatchObject([{ category: 'O', rate: '', exemption: 'Not subject to tax' }])
  expect(buyer).toMatchObject({ companyNumber: buyer_data.registration, taxNumbers: [] })
})

test('a credit note says which invoice it corrects, and why', () => {
  const note = invoiceOf([{ tax: 'GST', amount: 118_00 }], {
    kind: 'credit_note',
    credits_number: 'INV/26-27/3',
    reason: 'Smudged & torn\u0000',
  })
  expect(readCii(read(note))).toMatchObject({
    typeCode: '381',
    credits: 'INV/26-27/3',
    note: 'Smudged & torn ',
    payable: '118.00',
  })
  expect(writeCii(note).equals(writeCii(note))).toBe(true)
})

test('numbers of the VAT and of other taxes are told apart', () => {
  const numbers = (invoice: InvoiceRow) =>
    [...read(invoice).getElementsByTagName('ram:SpecifiedTaxRegistration')].map((one) => {
      const [id] = one.children
      return [id?.getAttribute('schemeID'), id?.textContent]
    })
  const basket = [{ tax: 'GST', amount: 118_00 }]
  expect(numbers(invoiceOf(basket))).toEqual([['FC', india.registration]])
  expect(numbers(invoiceOf(basket, { seller: spain, buyer_data: spain }))).toEqual([
    ['VA', spain.registration],
    ['VA', spain.registration],
  ])
})
