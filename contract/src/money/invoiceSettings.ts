import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, optionalText, text, Version } from '../values.ts'
import { rateOf } from './taxes.ts'

/** What an order is charged for; each has its tax and its code in the tariff. */
export const workKinds = ['printing', 'binding', 'delivery', 'extras'] as const
export type WorkKind = (typeof workKinds)[number]

export const issueTimes = ['delivery', 'hand'] as const

const mostRate = 100_00

const TaxPart = z.strictObject({
  name: text(20),
  /** In hundredths of a percent: 900 is 9 %. */
  rate: z.int('This must be a whole number').min(0, 'This cannot be negative').max(mostRate, 'At most 100 %'),
})

const sameSum = 'These must add up to the same rate'

const TaxRule = z
  .strictObject({
    name: text(40),
    /** What it is made of: CGST and SGST; empty: no tax. */
    parts: z.array(TaxPart).max(4, 'At most 4 parts'),
    /** The same between two states: IGST. Empty: as within one. */
    between: z.array(TaxPart).max(4, 'At most 4 parts'),
  })
  .refine(({ parts }) => rateOf(parts) <= mostRate, { error: 'At most 100 %', path: ['parts'] })
  .refine(({ parts, between }) => between.length === 0 || rateOf(between) === rateOf(parts), {
    error: sameSum,
    path: ['between'],
  })

const Work = z.strictObject({
  /** The name of one of the taxes. */
  tax: text(40),
  /** HSN or SAC code. */
  code: optionalText(12).regex(/^[0-9A-Za-z]*$/, 'Letters and digits only'),
})

/** At most 16 characters has a number: `INV/26-27/123456`. */
const Prefix = text(3).regex(/^[A-Z0-9]+$/, 'Capital letters and digits only')

const Country = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}$/, 'Two capital letters, as IN')

/** Who sells, and what is charged as tax. */
const fields = {
  seller: z.strictObject({
    /** Empty: invoices cannot be issued yet. */
    name: optionalText(200),
    address: optionalText(300),
    city: optionalText(100),
    pincode: optionalText(12),
    state: optionalText(100),
    country_code: Country,
    /** GSTIN, or the number for the value added tax. */
    registration: optionalText(30),
  }),
  prices_contain_tax: z.boolean(),
  taxes: z.array(TaxRule).min(1, 'At least one tax').max(10, 'At most 10 taxes'),
  work: z.strictObject({ printing: Work, binding: Work, delivery: Work, extras: Work }),
  series: z.strictObject({ invoice: Prefix, credit_note: Prefix, self_billed: Prefix }),
  /** The month with which the financial year begins; numbers begin anew. */
  year_starts: z.int().min(1, 'A month from 1 to 12').max(12, 'A month from 1 to 12'),
  /** Whether an invoice is issued when an order is delivered, or only by hand and once a month. */
  issue: z.enum(issueTimes),
}

export const InvoiceSettings = z.object({ ...fields, version: Version }).meta({ id: 'InvoiceSettings' })
export type InvoiceSettings = z.output<typeof InvoiceSettings>

/** As they are saved: who does not know of self-billed invoices leaves their series as it is. */
const savedFields = {
  ...fields,
  series: z.strictObject({ ...fields.series.shape, self_billed: Prefix.optional() }),
}
export type SavedInvoiceSettings = z.output<z.ZodObject<typeof savedFields>>

/** Of the series of invoices, credit notes and self-billed ones, the first that has the prefix of another. */
export const sharedSeries = ({ invoice, credit_note, self_billed }: SavedInvoiceSettings['series']) =>
  credit_note === invoice
    ? 'credit_note'
    : self_billed === invoice || self_billed === credit_note
      ? 'self_billed'
      : undefined

export const ownSeries = 'Invoices, credit notes and self-billed invoices need series of their own'

/** What the fields say of each other. */
function check({ issues, value }: z.core.ParsePayload<SavedInvoiceSettings>): void {
  const names = value.taxes.map(({ name }) => name)
  const refuse = (path: (string | number)[], message: string) =>
    issues.push({ code: 'custom', message, path, input: value })
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index) refuse(['taxes', index, 'name'], 'Another tax has this name')
  for (const kind of workKinds)
    if (!names.includes(value.work[kind].tax)) refuse(['work', kind, 'tax'], 'Choose one of the taxes')
  const shared = sharedSeries(value.series)
  if (shared) refuse(['series', shared], ownSeries)
}

export const getInvoiceSettings = {
  method: 'GET',
  url: '/api/invoice-settings',
  config: { access: 'admin', summary: 'Who sells, taxes and series of invoices.' },
  schema: { response: { 200: InvoiceSettings } },
} as const satisfies Endpoint

export const updateInvoiceSettings = {
  method: 'PUT',
  url: '/api/invoice-settings',
  config: { access: 'admin', summary: 'Update them; issued invoices stay as they are.' },
  schema: {
    body: z.strictObject({ ...savedFields, version: Version.optional() }).check(check),
    response: { 200: InvoiceSettings },
  },
} as const satisfies Endpoint

/** How a company is invoiced. */
export const ClientBilling = z
  .object({
    /** What stands on invoices; empty: the company's name. */
    name: optionalText(200),
    address: optionalText(300),
    city: optionalText(100),
    pincode: optionalText(12),
    state: optionalText(100),
    country_code: Country,
    registration: optionalText(30),
    /** Its orders are invoiced together once a month. */
    monthly: z.boolean(),
    /** The name of the company; cannot be changed here. */
    company: z.string(),
    version: Version,
  })
  .meta({ id: 'ClientBilling' })
export type ClientBilling = z.output<typeof ClientBilling>

export const getClientBilling = {
  method: 'GET',
  url: '/api/clients/:id/billing/',
  config: {
    access: 'admin',
    summary: 'How a company is invoiced: name, address, tax number, monthly or not.',
  },
  schema: { ...byId, response: { 200: ClientBilling } },
} as const satisfies Endpoint

export const updateClientBilling = {
  method: 'PUT',
  url: '/api/clients/:id/billing/',
  config: { access: 'admin', summary: 'Update how a company is invoiced; issued invoices stay as they are.' },
  schema: {
    ...byId,
    body: z.strictObject({
      ...ClientBilling.shape,
      company: ClientBilling.shape.company.optional(),
      version: Version.optional(),
    }),
    response: { 200: ClientBilling },
  },
} as const satisfies Endpoint
