import { createRequire } from 'node:module'

// What an invoice in XML says, read by a parser that is not ours: from UBL and from CII into the same shape. Only for tests.

/** What is needed of an element and a document of XML. */
export type Element = {
  nodeName: string
  localName: string
  textContent: string | null
  children: Iterable<Element>
  attributes: Iterable<{ name: string; value: string }>
  getAttribute: (name: string) => string | null
}
export type Document = {
  children: Iterable<Element>
  documentElement: Element
  querySelector: (selector: string) => Element | null
  getElementsByTagName: (name: string) => Iterable<Element>
}
type Part = Element | undefined

// It has no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (xml: string, options: { contentType: string }) => { window: { document: Document } }
}

/** Throws if it is not well-formed. */
export const readXml = (xml: string): Document =>
  new JSDOM(xml, { contentType: 'application/xml' }).window.document

const all = (from: Part, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap((one) => [...one.children].filter((child) => child.nodeName === name)),
      from ? [from] : [],
    )
const first = (from: Part, path: string): Part => all(from, path)[0]
const text = (from: Part, path: string) => first(from, path)?.textContent ?? ''

export type ReadParty = {
  name: string
  id: string
  companyNumber: string
  place: string[]
  country: string
  taxNumbers: { isVat: boolean; number: string }[]
}

/** Texts as they are in the document; '' is what it does not have. */
export type ReadInvoice = {
  isNote: boolean
  guideline: string
  typeCode: string
  number: string
  day: string
  note: string
  currency: string
  period: string[]
  credits: string
  seller: ReadParty
  buyer: ReadParty
  terms: string
  lineTotal: string
  withoutTax: string
  tax: string
  withTax: string
  payable: string
  taxes: { net: string; tax: string; category: string; rate: string; exemption: string }[]
  lines: {
    id: string
    note: string
    name: string
    property: string[]
    quantity: string
    unit: string
    price: string
    net: string
    category: string
    rate: string
  }[]
}

export function readUbl({ documentElement: root }: Document): ReadInvoice {
  const isNote = root.localName === 'CreditNote'
  const total = first(root, 'cac:LegalMonetaryTotal')
  const quantity = isNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'
  const categoryOf = (of: Part) => (text(of, 'cac:TaxScheme/cbc:ID') === 'VAT' ? text(of, 'cbc:ID') : '')
  return {
    isNote,
    guideline: text(root, 'cbc:CustomizationID'),
    typeCode: text(root, isNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode'),
    number: text(root, 'cbc:ID'),
    day: text(root, 'cbc:IssueDate'),
    note: text(root, 'cbc:Note'),
    currency: text(root, 'cbc:DocumentCurrencyCode'),
    period: ['cbc:StartDate', 'cbc:EndDate'].map((name) => text(root, `cac:InvoicePeriod/${name}`)),
    credits: text(root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
    seller: partyOfUbl(first(root, 'cac:AccountingSupplierParty/cac:Party')),
    buyer: partyOfUbl(first(root, 'cac:AccountingCustomerParty/cac:Party')),
    terms: text(root, 'cac:PaymentTerms/cbc:Note'),
    lineTotal: text(total, 'cbc:LineExtensionAmount'),
    withoutTax: text(total, 'cbc:TaxExclusiveAmount'),
    tax: text(root, 'cac:TaxTotal/cbc:TaxAmount'),
    withTax: text(total, 'cbc:TaxInclusiveAmount'),
    payable: text(total, 'cbc:PayableAmount'),
    taxes: all(root, 'cac:TaxTotal/cac:TaxSubtotal').map((one) => ({
      net: text(one, 'cbc:TaxableAmount'),
      tax: text(one, 'cbc:TaxAmount'),
      category: categoryOf(first(one, 'cac:TaxCategory')),
      rate: text(one, 'cac:TaxCategory/cbc:Percent'),
      exemption: text(one, 'cac:TaxCategory/cbc:TaxExemptionReason'),
    })),
    lines: all(root, isNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine').map((line) => ({
      id: text(line, 'cbc:ID'),
      note: text(line, 'cbc:Note'),
      name: text(line, 'cac:Item/cbc:Name'),
      property: ['cbc:Name', 'cbc:Value'].map((name) =>
        text(line, `cac:Item/cac:AdditionalItemProperty/${name}`),
      ),
      quantity: text(line, quantity),
      unit: first(line, quantity)?.getAttribute('unitCode') ?? '',
      price: text(line, 'cac:Price/cbc:PriceAmount'),
      net: text(line, 'cbc:LineExtensionAmount'),
      category: categoryOf(first(line, 'cac:Item/cac:ClassifiedTaxCategory')),
      rate: text(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
    })),
  }
}

const partyOfUbl = (party: Part): ReadParty => ({
  name: text(party, 'cac:PartyLegalEntity/cbc:RegistrationName'),
  id: text(party, 'cac:PartyIdentification/cbc:ID'),
  companyNumber: text(party, 'cac:PartyLegalEntity/cbc:CompanyID'),
  place: ['cbc:StreetName', 'cbc:CityName', 'cbc:PostalZone', 'cbc:CountrySubentity'].map((name) =>
    text(party, `cac:PostalAddress/${name}`),
  ),
  country: text(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'),
  taxNumbers: all(party, 'cac:PartyTaxScheme').map((one) => ({
    isVat: text(one, 'cac:TaxScheme/cbc:ID') === 'VAT',
    number: text(one, 'cbc:CompanyID'),
  })),
})

export function readCii({ documentElement: root }: Document): ReadInvoice {
  const head = first(root, 'rsm:ExchangedDocument')
  const trade = first(root, 'rsm:SupplyChainTradeTransaction')
  const agreement = first(trade, 'ram:ApplicableHeaderTradeAgreement')
  const settlement = first(trade, 'ram:ApplicableHeaderTradeSettlement')
  const total = first(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')
  const typeCode = text(head, 'ram:TypeCode')
  const categoryOf = (of: Part) => (text(of, 'ram:TypeCode') === 'VAT' ? text(of, 'ram:CategoryCode') : '')
  return {
    isNote: typeCode === '381',
    guideline: text(
      root,
      'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
    ),
    typeCode,
    number: text(head, 'ram:ID'),
    day: dayOf(first(head, 'ram:IssueDateTime')),
    note: text(head, 'ram:IncludedNote/ram:Content'),
    currency: text(settlement, 'ram:InvoiceCurrencyCode'),
    period: ['ram:StartDateTime', 'ram:EndDateTime'].map((name) =>
      dayOf(first(settlement, `ram:BillingSpecifiedPeriod/${name}`)),
    ),
    credits: text(settlement, 'ram:InvoiceReferencedDocument/ram:IssuerAssignedID'),
    seller: partyOfCii(first(agreement, 'ram:SellerTradeParty')),
    buyer: partyOfCii(first(agreement, 'ram:BuyerTradeParty')),
    terms: text(settlement, 'ram:SpecifiedTradePaymentTerms/ram:Description'),
    lineTotal: text(total, 'ram:LineTotalAmount'),
    withoutTax: text(total, 'ram:TaxBasisTotalAmount'),
    tax: text(total, 'ram:TaxTotalAmount'),
    withTax: text(total, 'ram:GrandTotalAmount'),
    payable: text(total, 'ram:DuePayableAmount'),
    taxes: all(settlement, 'ram:ApplicableTradeTax').map((one) => ({
      net: text(one, 'ram:BasisAmount'),
      tax: text(one, 'ram:CalculatedAmount'),
      category: categoryOf(one),
      rate: text(one, 'ram:RateApplicablePercent'),
      exemption: text(one, 'ram:ExemptionReason'),
    })),
    lines: all(trade, 'ram:IncludedSupplyChainTradeLineItem').map((line) => {
      const product = first(line, 'ram:SpecifiedTradeProduct')
      const quantity = first(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')
      const ofLine = first(line, 'ram:SpecifiedLineTradeSettlement')
      const tax = first(ofLine, 'ram:ApplicableTradeTax')
      return {
        id: text(line, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
        note: text(line, 'ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content'),
        name: text(product, 'ram:Name'),
        property: ['ram:Description', 'ram:Value'].map((name) =>
          text(product, `ram:ApplicableProductCharacteristic/${name}`),
        ),
        quantity: quantity?.textContent ?? '',
        unit: quantity?.getAttribute('unitCode') ?? '',
        price: text(line, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
        net: text(ofLine, 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'),
        category: categoryOf(tax),
        rate: text(tax, 'ram:RateApplicablePercent'),
      }
    }),
  }
}

const partyOfCii = (party: Part): ReadParty => ({
  name: text(party, 'ram:Name'),
  id: text(party, 'ram:ID'),
  companyNumber: text(party, 'ram:SpecifiedLegalOrganization/ram:ID'),
  place: ['ram:LineOne', 'ram:CityName', 'ram:PostcodeCode', 'ram:CountrySubDivisionName'].map((name) =>
    text(party, `ram:PostalTradeAddress/${name}`),
  ),
  country: text(party, 'ram:PostalTradeAddress/ram:CountryID'),
  taxNumbers: all(party, 'ram:SpecifiedTaxRegistration/ram:ID').map((one) => ({
    isVat: one.getAttribute('schemeID') === 'VA',
    number: one.textContent ?? '',
  })),
})

/** A day in format 102, as 2026-10-31. */
function dayOf(time: Part): string {
  const day = first(time, 'udt:DateTimeString')
  return day?.getAttribute('format') === '102'
    ? (day.textContent ?? '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    : ''
}

/** The amounts of a document, as they are written. */
export const amountsOf = (document: Document): string[] =>
  [...document.getElementsByTagName('*')]
    .filter(({ localName }) => localName.endsWith('Amount'))
    .map(({ textContent }) => textContent ?? '')

/** In hundredths, exact. */
export const hundredths = (value: string) => Math.round(Number(value) * 100)
