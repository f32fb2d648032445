import { type InvoiceModel, modelOf } from './invoiceModel.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { type Element, writeXml } from './writeXml.ts'

// An invoice as a Cross Industry Invoice of UN/CEFACT (D22B), which Factur-X and ZUGFeRD embed in a PDF. Its elements stand in the
// sequence that the schema asks for.

const namespace = 'urn:un:unece:uncefact:data:standard:'

/** Writes an invoice or a credit note as XML in UTF-8; the same invoice gives the same bytes. */
export function writeCii(invoice: InvoiceRow): Buffer {
  const model = modelOf(invoice)
  return Buffer.from(
    writeXml('rsm:CrossIndustryInvoice', {
      '@xmlns:rsm': `${namespace}CrossIndustryInvoice:100`,
      '@xmlns:ram': `${namespace}ReusableAggregateBusinessInformationEntity:100`,
      '@xmlns:udt': `${namespace}UnqualifiedDataType:100`,
      'rsm:ExchangedDocumentContext': {
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': model.guideline },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': model.number,
        'ram:TypeCode': model.typeCode,
        'ram:IssueDateTime': dayOf(model.day),
        'ram:IncludedNote': model.note ? { 'ram:Content': model.note } : undefined,
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': model.lines.map(lineOf),
        'ram:ApplicableHeaderTradeAgreement': {
          'ram:SellerTradeParty': partyOf(model.seller),
          'ram:BuyerTradeParty': partyOf(model.buyer),
        },
        'ram:ApplicableHeaderTradeDelivery': {},
        'ram:ApplicableHeaderTradeSettlement': settlementOf(model),
      },
    }),
  )
}

const lineOf = ({ property, ...line }: InvoiceModel['lines'][number]): Element => ({
  'ram:AssociatedDocumentLineDocument': {
    'ram:LineID': line.id,
    'ram:IncludedNote': line.note ? { 'ram:Content': line.note } : undefined,
  },
  'ram:SpecifiedTradeProduct': {
    'ram:Name': line.name,
    'ram:ApplicableProductCharacteristic': property && {
      'ram:Description': property.name,
      'ram:Value': property.value,
    },
  },
  'ram:SpecifiedLineTradeAgreement': { 'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': line.price } },
  'ram:SpecifiedLineTradeDelivery': {
    'ram:BilledQuantity': { '@unitCode': line.unit, '#': line.quantity },
  },
  'ram:SpecifiedLineTradeSettlement': {
    'ram:ApplicableTradeTax': {
      'ram:TypeCode': 'VAT',
      'ram:CategoryCode': line.category.code,
      'ram:RateApplicablePercent': line.category.percent,
    },
    'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': line.net },
  },
})

function partyOf(party: InvoiceModel['seller']): Element {
  const { vatNumber, taxNumber, companyNumber } = party
  // VA is a VAT number, FC another one of a tax office.
  const scheme = vatNumber ? 'VA' : 'FC'
  const number = vatNumber ?? taxNumber?.number
  return {
    'ram:ID': party.id,
    'ram:Name': party.name,
    'ram:SpecifiedLegalOrganization': companyNumber ? { 'ram:ID': companyNumber } : undefined,
    'ram:PostalTradeAddress': {
      'ram:PostcodeCode': party.postcode,
      'ram:LineOne': party.street,
      'ram:CityName': party.city,
      'ram:CountryID': party.country,
      'ram:CountrySubDivisionName': party.region,
    },
    'ram:SpecifiedTaxRegistration': number ? { 'ram:ID': { '@schemeID': scheme, '#': number } } : undefined,
  }
}

const settlementOf = (model: InvoiceModel): Element => ({
  'ram:InvoiceCurrencyCode': model.currency,
  'ram:ApplicableTradeTax': model.taxes.map(({ net, tax, category }) => ({
    'ram:CalculatedAmount': tax,
    'ram:TypeCode': 'VAT',
    'ram:ExemptionReason': category.exemption,
    'ram:BasisAmount': net,
    'ram:CategoryCode': category.code,
    'ram:RateApplicablePercent': category.percent,
  })),
  'ram:BillingSpecifiedPeriod': model.period && {
    'ram:StartDateTime': dayOf(model.period.start),
    'ram:EndDateTime': dayOf(model.period.end),
  },
  'ram:SpecifiedTradePaymentTerms': { 'ram:Description': model.terms },
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
    'ram:LineTotalAmount': model.net,
    'ram:TaxBasisTotalAmount': model.net,
    'ram:TaxTotalAmount': { '@currencyID': model.currency, '#': model.tax },
    'ram:GrandTotalAmount': model.total,
    'ram:TotalPrepaidAmount': model.paid,
    'ram:DuePayableAmount': model.due,
  },
  'ram:InvoiceReferencedDocument': model.credits ? { 'ram:IssuerAssignedID': model.credits } : undefined,
})

/** 102 is the format of a day as 20261031. */
const dayOf = (day: string): Element => ({
  'udt:DateTimeString': { '@format': '102', '#': day.replaceAll('-', '') },
})
