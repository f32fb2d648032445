import { type InvoiceModel, modelOf } from './invoiceModel.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { type Element, writeXml } from './writeXml.ts'

// An invoice as UBL 2.1. Its elements stand in the sequence that the schemas of UBL ask for.

/** What UBL calls differently in an invoice and a credit note. */
const ofInvoice = {
  root: 'Invoice',
  type: 'InvoiceTypeCode',
  line: 'InvoiceLine',
  quantity: 'InvoicedQuantity',
}
const ofCreditNote = {
  root: 'CreditNote',
  type: 'CreditNoteTypeCode',
  line: 'CreditNoteLine',
  quantity: 'CreditedQuantity',
}
const forms: Record<InvoiceModel['kind'], typeof ofInvoice> = {
  invoice: ofInvoice,
  credit_note: ofCreditNote,
  self_billed: ofInvoice,
  self_billed_credit: ofCreditNote,
}

/** Writes an invoice or a credit note as XML in UTF-8; the same invoice gives the same bytes. */
export function writeUbl(invoice: InvoiceRow): Buffer {
  const model = modelOf(invoice)
  const { currency, period } = model
  const form = forms[model.kind]
  const amount = (decimal: string): Element => ({ '@currencyID': currency, '#': decimal })
  const content: Element = {
    '@xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${form.root}-2`,
    '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    'cbc:CustomizationID': model.guideline,
    'cbc:ID': model.number,
    'cbc:IssueDate': model.day,
    [`cbc:${form.type}`]: model.typeCode,
    'cbc:Note': model.note,
    'cbc:DocumentCurrencyCode': currency,
    'cac:InvoicePeriod': period && { 'cbc:StartDate': period.start, 'cbc:EndDate': period.end },
    'cac:BillingReference': model.credits
      ? { 'cac:InvoiceDocumentReference': { 'cbc:ID': model.credits } }
      : undefined,
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(model.seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(model.buyer) },
    'cac:PaymentTerms': { 'cbc:Note': model.terms },
    'cac:TaxTotal': {
      'cbc:TaxAmount': amount(model.tax),
      'cac:TaxSubtotal': model.taxes.map(({ net, tax, category }) => ({
        'cbc:TaxableAmount': amount(net),
        'cbc:TaxAmount': amount(tax),
        'cac:TaxCategory': taxOf(category, category.exemption),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(model.net),
      'cbc:TaxExclusiveAmount': amount(model.net),
      'cbc:TaxInclusiveAmount': amount(model.total),
      'cbc:PrepaidAmount': model.paid === undefined ? undefined : amount(model.paid),
      'cbc:PayableAmount': amount(model.due),
    },
    [`cac:${form.line}`]: model.lines.map(({ property, ...line }) => ({
      'cbc:ID': line.id,
      'cbc:Note': line.note,
      [`cbc:${form.quantity}`]: { '@unitCode': line.unit, '#': line.quantity },
      'cbc:LineExtensionAmount': amount(line.net),
      'cac:Item': {
        'cbc:Name': line.name,
        'cac:ClassifiedTaxCategory': taxOf(line.category),
        'cac:AdditionalItemProperty': property && { 'cbc:Name': property.name, 'cbc:Value': property.value },
      },
      'cac:Price': { 'cbc:PriceAmount': amount(line.price) },
    })),
  }
  return Buffer.from(writeXml(form.root, content))
}

const taxOf = (
  { code, percent }: InvoiceModel['lines'][number]['category'],
  exemption?: string,
): Element => ({
  'cbc:ID': code,
  'cbc:Percent': percent,
  'cbc:TaxExemptionReason': exemption,
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

function partyOf({ name, taxNumber, vatNumber, ...party }: InvoiceModel['seller']): Element {
  const number = vatNumber ? { number: vatNumber, tax: 'VAT' } : taxNumber
  return {
    'cac:PartyIdentification': party.id ? { 'cbc:ID': party.id } : undefined,
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': {
      'cbc:StreetName': party.street,
      'cbc:CityName': party.city,
      'cbc:PostalZone': party.postcode,
      'cbc:CountrySubentity': party.region,
      'cac:Country': { 'cbc:IdentificationCode': party.country },
    },
    'cac:PartyTaxScheme': number && {
      'cbc:CompanyID': number.number,
      'cac:TaxScheme': { 'cbc:ID': number.tax },
    },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, 'cbc:CompanyID': party.companyNumber },
  }
}
