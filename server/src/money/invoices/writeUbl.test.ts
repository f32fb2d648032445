import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { faultsOfUbl, isNoRounding } from '../../../test/invoiceRules.ts'
import { anyInvoice, invoiceOf, unregistered } from '../../../test/randomInvoices.ts'
import { readXml } from '../../../test/readInvoices.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { writeUbl } from './writeUbl.ts'

const read = (invoice: InvoiceRow) => readXml(writeUbl(invoice).toString('utf8'))

const isRight = fc.asyncProperty(anyInvoice, async (invoice) => {
  expect((await faultsOfUbl(writeUbl(invoice))).filter(isNoRounding)).toEqual([])
})

test('any basket, prices with and without tax, is an invoice by EN 16931 and so is its credit note', () =>
  fc.assert(isRight, { numRuns: 8 }))

test('more baskets are, too', { tags: ['proof'] }, () => fc.assert(isRight, { numRuns: 100 }))

test('who is not registered and charges no tax is not subject to it', () => {
  const document = read(invoiceOf([{ tax: 'none', amount: 500 }], { seller: unregistered }))
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
