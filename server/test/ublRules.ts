import { createRequire } from 'node:module'

// The rules of EN 16931 that an invoice of ours can break, by their names in the norm, over a document in UBL. Only for tests.

/** What the rules need of an element and a document of XML. */
type Element = {
  nodeName: string
  localName: string
  textContent: string | null
  children: Iterable<Element>
}
type Document = {
  children: Iterable<Element>
  documentElement: Element
  querySelector: (selector: string) => Element | null
  querySelectorAll: (selector: string) => Iterable<Element>
  getElementsByTagName: (name: string) => Iterable<Element>
}
type Part = Element | Document | undefined

// It has no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (xml: string, options: { contentType: string }) => { window: { document: Document } }
}

/** Reads XML by a parser that is not ours; throws if it is not well-formed. */
export const readXml = (xml: string): Document =>
  new JSDOM(xml, { contentType: 'application/xml' }).window.document

const all = (from: Part, path: string): Element[] =>
  path
    .split('/')
    .reduce<(Element | Document)[]>(
      (found, name) => found.flatMap((one) => [...one.children].filter((child) => child.nodeName === name)),
      from ? [from] : [],
    ) as Element[]
const text = (from: Part, path: string) => all(from, path)[0]?.textContent ?? ''
/** In hundredths, exact. */
const hundredths = (value: string) => Math.round(Number(value) * 100)
const amount = (from: Part, path: string) => hundredths(text(from, path))
const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

const categoryOf = (from: Part, path: string) =>
  text(from, `${path}/cac:TaxScheme/cbc:ID`) === 'VAT' ? text(from, `${path}/cbc:ID`) : ''

/** The names of the rules that a document breaks. */
export function brokenRules(document: Document): string[] {
  const root = document.documentElement
  const isNote = root.localName === 'CreditNote'
  const lines = all(root, isNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine')
  const seller = all(root, 'cac:AccountingSupplierParty/cac:Party')[0]
  const buyer = all(root, 'cac:AccountingCustomerParty/cac:Party')[0]
  const total = all(root, 'cac:LegalMonetaryTotal')[0]
  const taxes = all(root, 'cac:TaxTotal/cac:TaxSubtotal')
  const parties = [seller, buyer].flatMap((party) => all(party, 'cac:PartyTaxScheme'))
  const vatNumbers = parties
    .filter((one) => text(one, 'cac:TaxScheme/cbc:ID') === 'VAT')
    .map((one) => text(one, 'cbc:CompanyID'))
  const ofTax = (subtotal: Part) => {
    const rate = text(subtotal, 'cac:TaxCategory/cbc:Percent')
    const category = categoryOf(subtotal, 'cac:TaxCategory')
    const own = lines.filter(
      (line) =>
        categoryOf(line, 'cac:Item/cac:ClassifiedTaxCategory') === category &&
        text(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent') === rate,
    )
    return {
      rate: Number(rate),
      category,
      lines: sum(own.map((line) => amount(line, 'cbc:LineExtensionAmount'))),
    }
  }
  const categories = lines.map((line) => categoryOf(line, 'cac:Item/cac:ClassifiedTaxCategory'))
  const rateOfLine = (line: Element) => text(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent')
  const has = (category: string) => categories.includes(category)
  const subtotals = (category: string) => taxes.filter((one) => ofTax(one).category === category)
  const amounts = [...document.querySelectorAll('[currencyID]')].map((one) => one.textContent)

  const rules: Record<string, boolean> = {
    'BR-01': text(root, 'cbc:CustomizationID') !== '',
    'BR-02': text(root, 'cbc:ID') !== '',
    'BR-03': /^\d{4}-\d\d-\d\d$/.test(text(root, 'cbc:IssueDate')),
    'BR-04':
      text(root, isNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode') === (isNote ? '381' : '380'),
    'BR-05': /^[A-Z]{3}$/.test(text(root, 'cbc:DocumentCurrencyCode')),
    'BR-06': text(seller, 'cac:PartyLegalEntity/cbc:RegistrationName') !== '',
    'BR-07': text(buyer, 'cac:PartyLegalEntity/cbc:RegistrationName') !== '',
    'BR-09': text(seller, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode') !== '',
    'BR-11': text(buyer, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode') !== '',
    'BR-16': lines.length > 0,
    'BR-21': new Set(lines.map((line) => text(line, 'cbc:ID'))).size === lines.length,
    'BR-22': lines.every(
      (line) => text(line, isNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity') === '1',
    ),
    'BR-25': lines.every((line) => text(line, 'cac:Item/cbc:Name') !== ''),
    'BR-27': lines.every((line) => amount(line, 'cac:Price/cbc:PriceAmount') >= 0),
    'BR-55': !isNote || text(root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID') !== '',
    'BR-CO-04': categories.every((category) => ['S', 'Z', 'O'].includes(category)),
    'BR-CO-09': vatNumbers.every((number) => {
      const countries = [seller, buyer].map((party) =>
        text(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'),
      )
      return countries.some((country) => number.startsWith(country === 'GR' ? 'EL' : country))
    }),
    'BR-CO-10':
      amount(total, 'cbc:LineExtensionAmount') ===
      sum(lines.map((line) => amount(line, 'cbc:LineExtensionAmount'))),
    'BR-CO-13': amount(total, 'cbc:TaxExclusiveAmount') === amount(total, 'cbc:LineExtensionAmount'),
    'BR-CO-14':
      amount(root, 'cac:TaxTotal/cbc:TaxAmount') === sum(taxes.map((one) => amount(one, 'cbc:TaxAmount'))),
    'BR-CO-15':
      amount(total, 'cbc:TaxInclusiveAmount') ===
      amount(total, 'cbc:TaxExclusiveAmount') + amount(root, 'cac:TaxTotal/cbc:TaxAmount'),
    'BR-CO-16': amount(total, 'cbc:PayableAmount') === amount(total, 'cbc:TaxInclusiveAmount'),
    // The validation that the Commission publishes allows less than one of the currency.
    'BR-CO-17': taxes.every(
      (one) =>
        Math.abs(amount(one, 'cbc:TaxAmount') - (amount(one, 'cbc:TaxableAmount') * ofTax(one).rate) / 100) <
        100,
    ),
    'BR-CO-18': taxes.length > 0 && taxes.every((one) => ofTax(one).category !== ''),
    'BR-CO-25': amount(total, 'cbc:PayableAmount') <= 0 || text(root, 'cac:PaymentTerms/cbc:Note') !== '',
    'BR-CO-26': text(seller, 'cac:PartyIdentification/cbc:ID') !== '' || vatNumbers.length > 0,
    'BR-DEC': amounts.every((one) => /^\d+\.\d\d$/.test(one ?? '')),
    'BR-S-02': !(has('S') || has('Z')) || text(seller, 'cac:PartyTaxScheme/cbc:CompanyID') !== '',
    'BR-S-05': lines.every((line, at) => categories[at] !== 'S' || Number(rateOfLine(line)) > 0),
    'BR-S-08': taxes.every((one) => amount(one, 'cbc:TaxableAmount') === ofTax(one).lines),
    'BR-Z-01': subtotals('Z').length === Number(has('Z')),
    'BR-Z-05': lines.every((line, at) => categories[at] !== 'Z' || Number(rateOfLine(line)) === 0),
    'BR-Z-09': subtotals('Z').every((one) => amount(one, 'cbc:TaxAmount') === 0),
    'BR-O-02': !has('O') || parties.length === 0,
    'BR-O-05': lines.every((line, at) => categories[at] !== 'O' || rateOfLine(line) === ''),
    'BR-O-10': subtotals('O').every((one) => text(one, 'cac:TaxCategory/cbc:TaxExemptionReason') !== ''),
    'BR-O-11': !has('O') || taxes.length === 1,
  }
  return Object.keys(rules).filter((name) => !rules[name])
}
