import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { faultsOfCii, faultsOfFacturX, faultsOfUbl } from '../../../test/invoiceRules.ts'
import { greece, india, invoiceOf, spain, unregistered } from '../../../test/randomInvoices.ts'
import { drawFacturX } from './drawFacturX.ts'
import { drawInvoice } from './drawInvoice.ts'
import { writeCii } from './writeCii.ts'
import { writeUbl } from './writeUbl.ts'

// Our invoices in all their forms, by rules that others wrote.

type Basket = Parameters<typeof invoiceOf>
const printing = { tax: 'GST', amount: 118_00 }
const free = { tax: 'none', amount: 50_01 }
const baskets: Record<string, Basket> = {
  'with GST within a state': [[printing]],
  'with GST to another state': [[{ tax: 'IGST', amount: 99_99 }], { buyer_data: india }],
  'with VAT': [[{ tax: 'VAT', amount: 33_33 }], { seller: spain, buyer_data: greece }],
  'with several rates and a discount': [[printing, free, { tax: 'VAT', amount: 44_20 }], { discount: 21_22 }],
  'with a rate of zero': [[free]],
  'of who is not registered, to a company': [[free], { seller: unregistered, buyer_data: india }],
  'of a month': [[printing, printing], { month: '2026-02-01' }],
  'of nothing': [[{ ...printing, amount: 0 }]],
}
const credit = { kind: 'credit_note', credits_number: 'INV/26-27/3', reason: 'Smudged' } as const

test.each(Object.entries(baskets))('an invoice %s has no fault in any form', async (_, [basket, options]) => {
  for (const differing of [{}, { containsTax: false }, credit]) {
    const invoice = invoiceOf(basket, { ...options, ...differing })
    expect(await faultsOfUbl(writeUbl(invoice))).toEqual([])
    expect(await faultsOfCii(writeCii(invoice))).toEqual([])
  }
  const pdf = await buffer(drawFacturX(invoiceOf(basket, options)))
  expect(await faultsOfFacturX(pdf)).toEqual([])
})

const twoRates = invoiceOf([printing, free])
const cii = writeCii(twoRates).toString('utf8')
const ubl = writeUbl({ ...twoRates, reason: 'Smudged' }).toString('utf8')
const without = (name: string) => new RegExp(`<${name}>[^]*?</${name}>`)
function spoilt(xml: string, from: string | RegExp, to: string): Buffer {
  const text = xml.replace(from, to)
  expect(text).not.toBe(xml)
  return Buffer.from(text)
}

test.each<[string, string | RegExp, string, string[]]>([
  ['what is due is not the total', '>168.01</ram:DueP', '>167.01</ram:DueP', ['BR-CO-16']],
  ['tax and net are not the total', '>168.01</ram:Grand', '>169.01</ram:Grand', ['BR-CO-15', 'BR-CO-16']],
  ['a line costs more', '>100.00</ram:Line', '>101.00</ram:Line', ['BR-CO-10', 'BR-OWN-4', 'BR-S-8']],
  ['less is taxed', '>100.00</ram:Basis', '>90.00</ram:Basis', ['BR-CO-17', 'BR-S-8', 'BR-S-9']],
  ['a line has another rate', '>18</ram:Rate', '>12</ram:Rate', ['BR-S-8']],
  ['a line is of another category', '>Z<', '>O<', ['BR-O-1', 'BR-O-5', 'BR-O-8']],
  ['the seller has no number', without('ram:SpecifiedTaxRegistration'), '', ['BR-S-2', 'BR-Z-2']],
  ['a VAT number is of no country', '"FC"', '"VA"', ['BR-CO-9']],
  ['two lines have one number', '>2</ram:LineID', '>1</ram:LineID', ['BR-21']],
  ['a country is in no list', '>IN</ram:Country', '>XX</ram:Country', ['Received Invalid Data Value']],
  [
    'it has no number',
    '<ram:ID>INV/26-27/7</ram:ID>',
    '',
    ["Element 'TypeCode': This element is not expected. Expected is ( ID )."],
  ],
])('a Cross Industry Invoice is refused where %s', async (_, from, to, faults) => {
  expect(await faultsOfCii(spoilt(cii, from, to))).toEqual(faults)
})

test.each<[string, string | RegExp, string, string[]]>([
  ['it has no day', without('cbc:IssueDate'), '', ['ubl:Invoice required cbc:IssueDate']],
  ['its day is written in another way', '>2026-11-28<', '>28.11.2026<', ['cbc:IssueDate pattern']],
  ['its currency is in no list', '>INR<', '>XXQ<', ['cbc:DocumentCurrencyCode enum']],
  ['an amount has three decimals', '>168.01</cbc:P', '>168.010</cbc:P', ['cbc:PayableAmount pattern']],
  ['a tax is of no category', '<cbc:ID>Z</cbc:ID>', '<cbc:ID>X</cbc:ID>', ['cbc:ID enum']],
  ['it has two numbers', /<cbc:ID>INV.*<\/cbc:ID>/, '$&$&', ['cbc:ID misplaced']],
  ['its note is too late', /(<cbc:Note>.*)\s*(<cbc:DocumentC.*)/, '$2$1', ['cbc:Note misplaced']],
  [
    'it says more than EN 16931 knows',
    '<cbc:DocumentC',
    '<cbc:CopyIndicator>true</cbc:CopyIndicator>$&',
    ['ubl:Invoice additionalProperties cbc:CopyIndicator'],
  ],
  ['what is due is not the total', '>168.01</cbc:P', '>167.01</cbc:P', ['BR-CO-16']],
  ['less is taxed', '>100.00</cbc:Taxable', '>90.00</cbc:Taxable', ['BR-CO-17', 'BR-S-8', 'BR-S-9']],
  ['the seller has no number', without('cac:PartyTaxScheme'), '', ['BR-S-2', 'BR-Z-2']],
  ['a VAT number is of no country', '>GST<', '>VAT<', ['BR-CO-9']],
])('UBL is refused where %s', async (_, from, to, faults) => {
  expect(await faultsOfUbl(spoilt(ubl, from, to))).toEqual(faults)
})

test('a PDF without its XML is no Factur-X', async () => {
  const faults = await faultsOfFacturX(await buffer(drawInvoice(twoRates)))
  expect(faults).toEqual(['No Embedded Factur-X XML found in PDF'])
})
