import { toPaise } from '@our-print/contract/orders/price.ts'
import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { misplaced } from '../../../test/ciiSequence.ts'
import { brokenRules, hundredths } from '../../../test/invoiceRules.ts'
import { anyInvoice, india, invoiceOf, spain, unregistered } from '../../../test/randomInvoices.ts'
import { readCii, readUbl, readXml } from '../../../test/readInvoices.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { writeCii } from './writeCii.ts'
import { writeUbl } from './writeUbl.ts'

const read = (invoice: InvoiceRow) => readXml(writeCii(invoice).toString('utf8'))

test('any basket is an invoice by EN 16931 that says what its UBL says, and so is its credit note', () => {
  fc.assert(
    fc.property(anyInvoice, (invoice) => {
      const document = read(invoice)
      expect(brokenRules(document)).toEqual([])
      expect(misplaced(document.documentElement)).toEqual([])
      const facts = readCii(document)
      expect(facts).toEqual(readUbl(readXml(writeUbl(invoice).toString('utf8'))))
      const { lineTotal, tax, payable, lines } = facts
      expect([lineTotal, tax, payable].map(hundredths)).toEqual(
        [invoice.net, invoice.tax, invoice.total].map(toPaise),
      )
      expect(lines.map(({ net }) => hundredths(net))).toEqual(invoice.lines.map(({ net }) => toPaise(net)))
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['a customer', unregistered],
  ['a company with a GSTIN', india],
  ['a company with a VAT number', spain],
])('who is not registered and charges no tax is not subject to it, for %s', (_, buyer_data) => {
  const invoice = invoiceOf([{ tax: 'none', amount: 500 }], { seller: unregistered, buyer_data })
  for (const bytes of [writeCii(invoice), writeUbl(invoice)])
    expect(brokenRules(readXml(bytes.toString('utf8')))).toEqual([])
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

test('the rules find what is wrong in it, too', () => {
  const xml = writeCii(invoiceOf([{ tax: 'GST', amount: 118_00 }])).toString('utf8')
  const spoilt = (from: string | RegExp, to: string) => {
    const text = xml.replaceAll(from, to)
    expect(text).not.toBe(xml)
    return brokenRules(readXml(text))
  }
  expect(spoilt(/format="102"/g, 'format="203"')).toEqual(['BR-03'])
  expect(spoilt('>380<', '>999<')).toEqual(['BR-04'])
  expect(spoilt('>118.00</ram:DuePayableAmount', '>117.00</ram:DuePayableAmount')).toEqual(['BR-CO-16'])
  expect(spoilt('>100.00</ram:BasisAmount', '>90.00</ram:BasisAmount')).toEqual(['BR-CO-17', 'BR-S-08'])
  expect(spoilt('>S<', '>Z<')).toContain('BR-Z-05')
  expect(spoilt('"FC"', '"VA"')).toEqual(['BR-CO-09'])
  expect(spoilt('>100.00</ram:LineTotalAmount', '>100</ram:LineTotalAmount')).toEqual(['BR-DEC'])
  const [agreement = ''] =
    /<ram:ApplicableHeaderTradeAgreement>[^]*<\/ram:ApplicableHeaderTradeAgreement>/.exec(xml) ?? []
  const late = xml.replace(agreement, '').replace('</rsm:SupplyChainTradeTransaction>', `${agreement}$&`)
  expect(misplaced(readXml(late).documentElement)).toEqual(['ram:ApplicableHeaderTradeAgreement'])
})
