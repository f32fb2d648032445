import type { Party } from '@our-print/contract/money/invoices.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { create } from 'xmlbuilder2'
import type { InvoiceRow } from './invoices.queries.ts'

// An invoice as UBL 2.1 by the model of EN 16931. Its elements stand in the sequence that the schemas of UBL ask for. EN 16931
// knows one tax, the VAT, so the taxes of a rate are one: CGST with SGST, or IGST.

/** An element by its children, by its text, or one for each of several; undefined where it is left out. */
type Element = { [name: string]: Element | undefined } | readonly Element[] | string | undefined

/** Whole paise as a decimal of rupees: 1850 is 18.50. */
const decimal = (paise: number) => String(paise).padStart(3, '0').replace(/..$/, '.$&')

/** Whether nothing of it is subject to tax: its seller is not registered, and charges none. */
const isUntaxed = ({ seller, lines }: InvoiceRow) =>
  seller.registration === '' && lines.every(({ rate }) => rate === 0)

/** What UBL calls differently in an invoice and a credit note. */
const forms = {
  invoice: {
    root: 'Invoice',
    type: 'InvoiceTypeCode',
    code: '380',
    line: 'InvoiceLine',
    quantity: 'InvoicedQuantity',
  },
  credit_note: {
    root: 'CreditNote',
    type: 'CreditNoteTypeCode',
    code: '381',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const

/** Writes an invoice or a credit note as XML in UTF-8; the same invoice gives the same bytes. */
export function writeUbl(invoice: InvoiceRow): Buffer {
  const { kind, currency, seller, buyer_data: buyer, lines, month, reason } = invoice
  const form = forms[kind]
  const amount = (rupees: number): Element => ({ '@currencyID': currency, '#': decimal(toPaise(rupees)) })
  const untaxed = isUntaxed(invoice)
  const content: Element = {
    '@xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${form.root}-2`,
    '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.day,
    [`cbc:${form.type}`]: form.code,
    'cbc:Note': reason || undefined,
    'cbc:DocumentCurrencyCode': currency,
    'cac:InvoicePeriod': month ? { 'cbc:StartDate': month, 'cbc:EndDate': lastDayOf(month) } : undefined,
    'cac:BillingReference': invoice.credits_number
      ? { 'cac:InvoiceDocumentReference': { 'cbc:ID': invoice.credits_number } }
      : undefined,
    'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(buyer) },
    'cac:PaymentTerms': { 'cbc:Note': 'Payable on receipt' },
    'cac:TaxTotal': {
      'cbc:TaxAmount': amount(invoice.tax),
      'cac:TaxSubtotal': byRate(invoice).map(({ rate, net, tax }) => ({
        'cbc:TaxableAmount': amount(net),
        'cbc:TaxAmount': amount(tax),
        'cac:TaxCategory': taxOf(rate, untaxed, true),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(invoice.net),
      'cbc:TaxExclusiveAmount': amount(invoice.net),
      'cbc:TaxInclusiveAmount': amount(invoice.total),
      'cbc:PayableAmount': amount(invoice.total),
    },
    [`cac:${form.line}`]: lines.map((line, index) => ({
      'cbc:ID': String(index + 1),
      'cbc:Note': `Order ${line.order_number}`,
      // A line is the price of some work, not a number of pieces.
      [`cbc:${form.quantity}`]: { '@unitCode': 'C62', '#': '1' },
      'cbc:LineExtensionAmount': amount(line.net),
      'cac:Item': {
        'cbc:Name': line.text,
        'cac:ClassifiedTaxCategory': taxOf(line.rate, untaxed),
        'cac:AdditionalItemProperty': line.code
          ? { 'cbc:Name': 'HSN/SAC', 'cbc:Value': line.code }
          : undefined,
      },
      'cac:Price': { 'cbc:PriceAmount': amount(line.net) },
    })),
  }
  const options = { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: ' ' } as const
  return Buffer.from(create(options, { [form.root]: withoutGaps(content) }).end({ prettyPrint: true }))
}

/** xmlbuilder2 writes an empty element for what is undefined. */
function withoutGaps(element: Element): object | string {
  if (typeof element !== 'object') return element ?? ''
  if (Array.isArray(element)) return element.map(withoutGaps)
  return Object.fromEntries(
    Object.entries(element).flatMap(([name, child]) =>
      child === undefined ? [] : [[name, withoutGaps(child as Element)]],
    ),
  )
}

/** The category: standard rate, zero rate, or not subject to tax, which has neither a rate nor other categories beside it. */
function taxOf(rate: number, untaxed: boolean, isSubtotal = false): Element {
  return {
    'cbc:ID': untaxed ? 'O' : rate > 0 ? 'S' : 'Z',
    'cbc:Percent': untaxed ? undefined : String(rate / 100),
    'cbc:TaxExemptionReason': untaxed && isSubtotal ? 'Not subject to tax' : undefined,
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  }
}

/** What is taxed at each rate: taxes of the same rate are one for EN 16931. */
function byRate({ taxes }: InvoiceRow) {
  const rates = [...new Set(taxes.map(({ rate }) => rate))]
  return rates.map((rate) => {
    const some = taxes.filter((one) => one.rate === rate)
    const sum = (field: 'net' | 'tax') => some.reduce((all, one) => all + toPaise(one[field]), 0) / 100
    return { rate, net: sum('net'), tax: sum('tax') }
  })
}

/** Whether a registration is a VAT number: it begins with its country, which is EL for Greece. */
const isVatNumber = ({ registration, country_code }: Party) =>
  registration.toUpperCase().startsWith(country_code === 'GR' ? 'EL' : country_code)

/** Has a VAT number, or the number of the tax of their country and, as who they are, the same number or their name. */
function sellerOf(party: Party): Element {
  const { name, registration, country_code } = party
  const isVat = isVatNumber(party)
  const scheme = isVat ? 'VAT' : country_code === 'IN' ? 'GST' : 'TAX'
  return {
    'cac:PartyIdentification': isVat ? undefined : { 'cbc:ID': registration || name },
    ...placeOf(party),
    'cac:PartyTaxScheme': registration
      ? { 'cbc:CompanyID': registration, 'cac:TaxScheme': { 'cbc:ID': scheme } }
      : undefined,
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
  }
}

/** Has a VAT number, or another number of the company. */
function buyerOf(party: Party): Element {
  const { name, registration } = party
  const isVat = isVatNumber(party)
  return {
    ...placeOf(party),
    'cac:PartyTaxScheme':
      registration && isVat
        ? { 'cbc:CompanyID': registration, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }
        : undefined,
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      'cbc:CompanyID': registration && !isVat ? registration : undefined,
    },
  }
}

const placeOf = ({ name, address, city, pincode, state, country_code }: Party) => ({
  'cac:PartyName': { 'cbc:Name': name },
  'cac:PostalAddress': {
    'cbc:StreetName': address || undefined,
    'cbc:CityName': city || undefined,
    'cbc:PostalZone': pincode || undefined,
    'cbc:CountrySubentity': state || undefined,
    'cac:Country': { 'cbc:IdentificationCode': country_code },
  },
})

/** The last day of the month that begins on a day, as 2026-10-31. */
function lastDayOf(first: string): string {
  const [year = 0, month = 0] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
