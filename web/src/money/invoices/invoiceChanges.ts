import {
  type ClientBilling,
  type InvoiceSettings,
  workKinds,
} from '@our-print/contract/money/invoiceSettings.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { asText, yesNo } from '../../base/format/format.ts'
import { formatMonth } from './invoiceTexts.ts'
import { textOfParts } from './taxText.ts'

type Facts = Record<string, string>

/** What others changed, by the labels of the form. */
function changed(seen: Facts, current: Facts): string[] {
  return differences(Object.entries(current).map(([label, now]) => [label, seen[label] ?? '', now]))
}

export const workLabels: Record<(typeof workKinds)[number], string> = {
  printing: 'Printing',
  binding: 'Binding',
  delivery: 'Delivery',
  extras: 'Extras',
}

const taxText = ({ name, parts, between }: InvoiceSettings['taxes'][number]) =>
  [name, textOfParts(parts), textOfParts(between)].filter(Boolean).join(' ')

/** The name of a month of every year, 1 to 12. */
export const monthName = (month: number) =>
  formatMonth(`2001-${String(month).padStart(2, '0')}-01`).split(' ')[0] ?? ''

const settingsFacts = (settings: InvoiceSettings): Facts => ({
  Name: settings.seller.name,
  'GSTIN or VAT number': settings.seller.registration,
  Address: settings.seller.address,
  City: settings.seller.city,
  Pincode: settings.seller.pincode,
  State: settings.seller.state,
  Country: settings.seller.country_code,
  'Invoices are issued': asText(settings.issue === 'delivery' ? 'On delivery' : 'By hand'),
  'Prefix of invoices': settings.series.invoice,
  'Prefix of credit notes': settings.series.credit_note,
  'Prefix of self-billed invoices': settings.series.self_billed,
  'Financial year begins in': monthName(settings.year_starts),
  Prices: asText(settings.prices_contain_tax ? 'Contain the tax' : 'Tax is added'),
  Taxes: settings.taxes.map(taxText).join(', '),
  ...Object.fromEntries(
    workKinds.map((kind) => [
      workLabels[kind],
      [settings.work[kind].tax, settings.work[kind].code].filter(Boolean).join(' '),
    ]),
  ),
})

export const settingsChanges = (seen: InvoiceSettings, current: InvoiceSettings) =>
  changed(settingsFacts(seen), settingsFacts(current))

const billingFacts = (billing: ClientBilling): Facts => ({
  'One a month': yesNo(billing.monthly),
  'Name on invoices': billing.name,
  'GSTIN or VAT number': billing.registration,
  Address: billing.address,
  City: billing.city,
  Pincode: billing.pincode,
  State: billing.state,
  Country: billing.country_code,
})

export const billingChanges = (seen: ClientBilling, current: ClientBilling) =>
  changed(billingFacts(seen), billingFacts(current))
