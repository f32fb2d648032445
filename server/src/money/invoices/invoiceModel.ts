import type { Party } from '@our-print/contract/money/invoices.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { InvoiceRow } from './invoices.queries.ts'

// What an invoice says by the model of EN 16931, whichever syntax writes it. The norm knows one tax, the VAT, so the taxes of a
// rate are one: CGST with SGST, or IGST.

/** The category: standard rate, zero rate, or not subject to tax, which has neither a rate nor other categories beside it. */
type TaxCategory = { code: 'S' | 'Z' | 'O'; percent: string | undefined; exemption: string | undefined }

type ModelParty = {
  name: string
  /** How they are identified, where neither a VAT number nor their registration does it. */
  id: string | undefined
  vatNumber: string | undefined
  /** Of another tax than the VAT, and the name of that tax. */
  taxNumber: { number: string; tax: string } | undefined
  /** In a register of companies. */
  companyNumber: string | undefined
  street: string | undefined
  city: string | undefined
  postcode: string | undefined
  region: string | undefined
  country: string
}

/** Amounts are decimals of the currency with two places, days as 2026-10-31. */
export type InvoiceModel = {
  guideline: string
  kind: InvoiceRow['kind']
  typeCode: string
  number: string
  day: string
  note: string | undefined
  currency: string
  period: { start: string; end: string } | undefined
  /** The number of the invoice that a credit note corrects. */
  credits: string | undefined
  seller: ModelParty
  buyer: ModelParty
  terms: string
  /** Undefined where nothing was paid yet. */
  paid: string | undefined
  due: string
  net: string
  tax: string
  total: string
  taxes: { net: string; tax: string; category: TaxCategory }[]
  lines: {
    id: string
    /** The order that it is of. */
    note: string | undefined
    name: string
    /** A line is the price of some work, not a number of pieces; one that takes off has -1 of it. */
    quantity: '1' | '-1'
    unit: string
    price: string
    net: string
    category: TaxCategory
    /** HSN or SAC code. */
    property: { name: string; value: string } | undefined
  }[]
}

/** Whole paise as a decimal of rupees: 1850 is 18.50. */
const decimal = (paise: number) =>
  `${paise < 0 ? '-' : ''}${String(Math.abs(paise)).padStart(3, '0').replace(/..$/, '.$&')}`
const amount = (rupees: number) => decimal(toPaise(rupees))

/** By UNTDID 1001. */
const typeCodes: Record<InvoiceRow['kind'], string> = {
  invoice: '380',
  credit_note: '381',
  self_billed: '389',
  self_billed_credit: '261',
}

export function modelOf(invoice: InvoiceRow): InvoiceModel {
  const { kind, month, reason, seller, buyer_data: buyer } = invoice
  const untaxed = isUntaxed(invoice)
  return {
    guideline: 'urn:cen.eu:en16931:2017',
    kind,
    typeCode: typeCodes[kind],
    number: invoice.number,
    day: invoice.day,
    note: reason || undefined,
    currency: invoice.currency,
    period: month ? { start: month, end: lastDayOf(month) } : undefined,
    credits: invoice.credits_number ?? undefined,
    seller: sellerOf(seller),
    buyer: buyerOf(buyer, untaxed),
    terms: invoice.paid < invoice.total ? 'Payable on receipt' : 'Paid',
    paid: invoice.paid > 0 ? amount(invoice.paid) : undefined,
    due: decimal(toPaise(invoice.total) - toPaise(invoice.paid)),
    net: amount(invoice.net),
    tax: amount(invoice.tax),
    total: amount(invoice.total),
    taxes: byRate(invoice).map(({ rate, net, tax }) => ({
      net: decimal(net),
      tax: decimal(tax),
      category: categoryOf(rate, untaxed),
    })),
    lines: invoice.lines.map((line, index) => ({
      id: String(index + 1),
      note: line.order_number === null ? undefined : `Order ${line.order_number}`,
      name: line.text,
      quantity: line.net < 0 ? '-1' : '1',
      unit: 'C62',
      price: amount(Math.abs(line.net)),
      net: amount(line.net),
      category: categoryOf(line.rate, untaxed),
      property: line.code ? { name: 'HSN/SAC', value: line.code } : undefined,
    })),
  }
}

/** Whether nothing of it is subject to tax: its seller is not registered, and charges none. */
const isUntaxed = ({ seller, lines }: InvoiceRow) =>
  seller.registration === '' && lines.every(({ rate }) => rate === 0)

const categoryOf = (rate: number, untaxed: boolean): TaxCategory => ({
  code: untaxed ? 'O' : rate > 0 ? 'S' : 'Z',
  percent: untaxed ? undefined : String(rate / 100),
  exemption: untaxed ? 'Not subject to tax' : undefined,
})

/** What is taxed at each rate, in paise: taxes of the same rate are one for EN 16931. */
function byRate({ taxes }: InvoiceRow) {
  const rates = [...new Set(taxes.map(({ rate }) => rate))]
  return rates.map((rate) => {
    const some = taxes.filter((one) => one.rate === rate)
    const sum = (field: 'net' | 'tax') => some.reduce((all, one) => all + toPaise(one[field]), 0)
    return { rate, net: sum('net'), tax: sum('tax') }
  })
}

/** Whether a registration is a VAT number: it begins with its country, which is EL for Greece. */
const isVatNumber = ({ registration, country_code }: Party) =>
  registration.toUpperCase().startsWith(country_code === 'GR' ? 'EL' : country_code)

/** Has a VAT number, or the number of the tax of their country and, as who they are, the same number or their name. */
function sellerOf(party: Party): ModelParty {
  const { name, registration, country_code } = party
  const isVat = isVatNumber(party)
  return {
    ...placeOf(party),
    id: isVat ? undefined : registration || name,
    vatNumber: isVat ? registration : undefined,
    taxNumber:
      registration && !isVat
        ? { number: registration, tax: country_code === 'IN' ? 'GST' : 'TAX' }
        : undefined,
    companyNumber: undefined,
  }
}

/** Has a VAT number, or another number of the company; what is not subject to tax has no VAT numbers. */
function buyerOf(party: Party, untaxed: boolean): ModelParty {
  const { registration } = party
  const isVat = !untaxed && isVatNumber(party)
  return {
    ...placeOf(party),
    id: undefined,
    vatNumber: registration && isVat ? registration : undefined,
    taxNumber: undefined,
    companyNumber: registration && !isVat ? registration : undefined,
  }
}

const placeOf = ({ name, address, city, pincode, state, country_code }: Party) => ({
  name,
  street: address || undefined,
  city: city || undefined,
  postcode: pincode || undefined,
  region: state || undefined,
  country: country_code,
})

/** The last day of the month that begins on a day, as 2026-10-31. */
function lastDayOf(first: string): string {
  const [year = 0, month = 0] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
