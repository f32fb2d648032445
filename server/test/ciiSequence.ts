// In which sequence the schema of the Cross Industry Invoice (Factur-X, profile EN 16931) wants the elements that an invoice of ours
// can have. Only for tests.

type Element = { nodeName: string; children: Iterable<Element> }

const party =
  'ID GlobalID Name SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress URIUniversalCommunication SpecifiedTaxRegistration'
const tax =
  'CalculatedAmount TypeCode ExemptionReason BasisAmount CategoryCode ExemptionReasonCode DueDateTypeCode RateApplicablePercent'

const sequences: Record<string, string> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter GuidelineSpecifiedDocumentContextParameter',
  GuidelineSpecifiedDocumentContextParameter: 'ID',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote',
  IssueDateTime: 'DateTimeString',
  StartDateTime: 'DateTimeString',
  EndDateTime: 'DateTimeString',
  IncludedNote: 'Content SubjectCode',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement',
  AssociatedDocumentLineDocument: 'LineID IncludedNote',
  SpecifiedTradeProduct: 'GlobalID SellerAssignedID Name Description ApplicableProductCharacteristic',
  ApplicableProductCharacteristic: 'Description Value',
  SpecifiedLineTradeAgreement:
    'BuyerOrderReferencedDocument GrossPriceProductTradePrice NetPriceProductTradePrice',
  NetPriceProductTradePrice: 'ChargeAmount BasisQuantity',
  SpecifiedLineTradeDelivery: 'BilledQuantity',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradeSettlementLineMonetarySummation',
  ApplicableTradeTax: tax,
  SpecifiedTradeSettlementLineMonetarySummation: 'LineTotalAmount',
  ApplicableHeaderTradeAgreement: 'BuyerReference SellerTradeParty BuyerTradeParty',
  SellerTradeParty: party,
  BuyerTradeParty: party,
  SpecifiedLegalOrganization: 'ID TradingBusinessName',
  PostalTradeAddress: 'PostcodeCode LineOne LineTwo LineThree CityName CountryID CountrySubDivisionName',
  SpecifiedTaxRegistration: 'ID',
  ApplicableHeaderTradeDelivery: '',
  ApplicableHeaderTradeSettlement:
    'PaymentReference InvoiceCurrencyCode SpecifiedTradeSettlementPaymentMeans ApplicableTradeTax BillingSpecifiedPeriod SpecifiedTradePaymentTerms SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument',
  BillingSpecifiedPeriod: 'StartDateTime EndDateTime',
  SpecifiedTradePaymentTerms: 'Description DueDateDateTime',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount TaxTotalAmount RoundingAmount GrandTotalAmount TotalPrepaidAmount DuePayableAmount',
  InvoiceReferencedDocument: 'IssuerAssignedID FormattedIssueDateTime',
}

const nameOf = ({ nodeName }: Element) => nodeName.replace(/^[a-z]+:/, '')

/** The elements inside one that the schema does not want where they are. */
export function misplaced(element: Element): string[] {
  const sequence = sequences[nameOf(element)]?.split(' ') ?? []
  let last = 0
  return [...element.children].flatMap((child) => {
    const at = sequence.indexOf(nameOf(child))
    const isWrong = at < last
    if (!isWrong) last = at
    return [...(isWrong ? [child.nodeName] : []), ...misplaced(child)]
  })
}
