import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { paperSizes } from '../shop/configurations.ts'
import { byId, Flag, Id, Rupees, Time, text, Version } from '../values.ts'
import { isPrinterAddress } from './printerAddress.ts'
import { PrinterStatus } from './printerStatus.ts'

const PrinterUri = text(1023)
  .regex(
    /^[Ii][Pp][Pp][Ss]?:/,
    'An address begins with ipp:// or ipps://, such as ipp://192.168.1.20/ipp/print',
  )
  .refine(isPrinterAddress, {
    error: 'No printer can be at this address. One looks like ipp://192.168.1.20/ipp/print',
    abort: true,
  })

/** SHA-256 of a certificate, as browsers show it: `AB:CD:…`. */
const Fingerprint = z
  .string()
  .regex(/^([\da-fA-F]{2}:){31}[\da-fA-F]{2}$/, 'This is not a SHA-256 fingerprint (AB:CD:…)')
  .transform((fingerprint) => fingerprint.toUpperCase())

const Username = text(255).refine((name) => !name.includes(':'), 'A user name has no colon')
const Password = z
  .string()
  .min(1, 'This field is Required')
  .max(255, 'At most 255 characters')
  .refine((password) => password.isWellFormed(), 'This has a character that cannot be kept')

/** What one printed side costs. */
const Click = Rupees.max(1000, 'This is too much')

/** A printer of the shop. Its password is never read back. */
export const Printer = z
  .object({
    id: Id,
    name: z.string(),
    uri: z.string(),
    username: z.string().nullable(),
    has_password: z.boolean(),
    /** SHA-256 of the certificate that a person accepted. */
    certificate: z.string().nullable(),
    is_active: z.boolean(),
    /** The shop's limits; what the printer itself cannot do is in its status. */
    prints_color: z.boolean(),
    prints_duplex: z.boolean(),
    paper_sizes: z.array(z.enum(paperSizes)),
    /** What one printed side costs the shop, in rupees, without paper. */
    click_bw: Rupees,
    click_color: Rupees,
    /** Null before it was asked for the first time. */
    status: PrinterStatus.nullable(),
    /** When it answered last. */
    seen_at: Time.nullable(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'Printer' })
export type Printer = z.output<typeof Printer>

/** What the list of printers can be sorted by. */
export const printerOrderings = ['created_at', 'name'] as const

const editable = {
  name: text(60),
  uri: PrinterUri,
  username: Username.nullable(),
  password: Password.nullable().meta({
    description: 'Kept encrypted and never answered. Null removes it; left out, it stays.',
  }),
  certificate: Fingerprint.nullable(),
  is_active: z.boolean(),
  prints_color: z.boolean(),
  prints_duplex: z.boolean(),
  paper_sizes: z
    .array(z.enum(paperSizes, { error: 'This is not a paper size' }))
    .min(1, 'Choose at least one paper size')
    .max(paperSizes.length)
    .transform((chosen) => paperSizes.filter((size) => chosen.includes(size))),
  click_bw: Click,
  click_color: Click,
}

export const listPrinters = {
  method: 'GET',
  url: '/api/printers/',
  config: { access: 'admin', summary: 'List the printers, newest first; query searches name and address.' },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(printerOrderings),
      is_active: Flag.optional(),
    }),
    response: { 200: page(Printer) },
  },
} as const satisfies Endpoint

export const getPrinter = {
  method: 'GET',
  url: '/api/printers/:id/',
  config: { access: 'admin', summary: 'One printer, with what it said when it was last asked.' },
  schema: { ...byId, response: { 200: Printer } },
} as const satisfies Endpoint

export const createPrinter = {
  method: 'POST',
  url: '/api/printers/',
  config: {
    access: 'admin',
    secret: true,
    summary: 'Create a printer. It is asked for its state from then on.',
  },
  schema: {
    body: z.strictObject({
      ...editable,
      username: editable.username.default(null),
      password: editable.password.default(null),
      certificate: editable.certificate.default(null),
      is_active: editable.is_active.default(true),
      prints_color: editable.prints_color.default(true),
      prints_duplex: editable.prints_duplex.default(true),
      paper_sizes: editable.paper_sizes.default(['A4']),
      click_bw: editable.click_bw.default(0),
      click_color: editable.click_color.default(0),
    }),
    response: { 201: Printer },
  },
} as const satisfies Endpoint

export const updatePrinter = {
  method: 'PATCH',
  url: '/api/printers/:id/',
  config: {
    access: 'admin',
    secret: true,
    summary: 'Change a printer. Another address needs the password again, or none.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...Printer.shape, ...editable }).partial(),
    response: { 200: Printer },
  },
} as const satisfies Endpoint

export const deletePrinter = {
  method: 'DELETE',
  url: '/api/printers/:id/',
  config: {
    access: 'admin',
    summary: 'Delete a printer that never had a print job; another one is deactivated instead (409).',
  },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

/** What an address answered to a test; one of both is null. */
export const PrinterTest = z
  .object({
    status: PrinterStatus.nullable(),
    /** SHA-256 of the certificate that the printer signed itself: nothing was asked before a person accepts it. */
    certificate: z.string().nullable(),
  })
  .meta({ id: 'PrinterTest' })
export type PrinterTest = z.output<typeof PrinterTest>

export const testPrinter = {
  method: 'POST',
  url: '/api/printers/test/',
  config: {
    access: 'admin',
    secret: true,
    work: 'outside',
    opensTransactions: true,
    summary: 'Ask the printer at an address what it can do; nothing is kept. 422 names the field at fault.',
  },
  schema: {
    body: z.strictObject({
      uri: editable.uri,
      username: editable.username.default(null),
      password: editable.password.default(null),
      certificate: editable.certificate.default(null),
      printer: Id.optional().meta({
        description: 'Its kept password is used where none is sent and the address is the same.',
      }),
    }),
    response: { 200: PrinterTest },
  },
} as const satisfies Endpoint

export const checkPrinter = {
  method: 'POST',
  url: '/api/printers/:id/check/',
  config: {
    access: 'admin',
    work: 'outside',
    opensTransactions: true,
    summary: 'Ask a printer now how it is; its status says where it does not answer.',
  },
  schema: { ...byId, response: { 200: Printer } },
} as const satisfies Endpoint
