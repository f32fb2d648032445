import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import {
  asFlag,
  asNumber,
  byId,
  Day,
  DayOrTime,
  Flag,
  Id,
  Ids,
  PngFile,
  Time,
  text,
  Version,
} from '../values.ts'
import { isWebAddress } from '../webAddress.ts'

export const QrCode = z
  .object({
    id: Id,
    /** Same as `id`; updates and deletes use this name. */
    qr_id: Id,
    company: z.string(),
    code: z.int(),
    generated_date: Time,
    /** The last day on which the QR code works. */
    validity: Day,
    value: z.number(),
    /** The start value plus every counted scan. */
    count: z.int(),
    is_active: z.boolean(),
    redirection_url: z.string().nullable(),
    /** A signed URL of its PNG, valid for 15 minutes. */
    image: z.string().nullable(),
    /** The URL inside the printed code. */
    url: z.string(),
    version: Version,
  })
  .meta({ id: 'QrCode' })
export type QrCode = z.output<typeof QrCode>

/** The target of a scan: http or https, without user and password. The server never fetches it. */
export const RedirectionUrl = text(2048).refine(
  (address) => {
    if (!isWebAddress(address)) return false
    const { username, password } = new URL(address)
    return username === '' && password === ''
  },
  { error: 'An address that starts with http:// or https:// and names no user or password' },
)

const fields = {
  value: asNumber(z.number().min(-1e12, 'This is too much').max(1e12, 'This is too much')),
  /** Today or later. */
  validity: DayOrTime,
  company: text(200),
  redirection_url: z.union([RedirectionUrl, z.literal('').transform(() => undefined)]).optional(),
  image: PngFile.optional(),
  code: asNumber(
    z.int('This must be a whole number').min(1, 'At least 1').max(999_999_999_999, 'At most 12 digits'),
  ).optional(),
  count: asNumber(z.int('This must be a whole number').min(0, 'At least 0').max(1_000_000_000)).optional(),
}

/** What the list of QR codes can be sorted by. */
export const qrCodeOrderings = ['generated_date', 'company', 'code', 'validity', 'count'] as const
/** A count is a sum of counters, which no index has in sequence: all of them are read. */
export const mostSortedByCount = 10_000

export const listQrCodes = {
  method: 'GET',
  url: '/api/qr-codes/',
  config: { access: 'admin', summary: 'List QR codes, newest first; query searches company and code.' },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(
        qrCodeOrderings,
        `count: up to ${mostSortedByCount.toLocaleString('en')} QR codes, else 422.`,
      ),
      is_active: Flag.optional(),
      id: Id.optional(),
    }),
    response: { 200: page(QrCode) },
  },
} as const satisfies Endpoint

export const getQrCode = {
  method: 'GET',
  url: '/api/qr-codes/:id/',
  config: { access: 'admin', summary: 'One QR code.' },
  schema: { ...byId, response: { 200: QrCode } },
} as const satisfies Endpoint

export const createQrCode = {
  method: 'POST',
  url: '/api/qr-codes/',
  config: {
    access: 'admin',
    multipart: true,
    opensTransactions: true,
    summary:
      'Create a QR code that leads to `redirection_url` or shows `image` (PNG), exactly one of them. `code` and `count` are random unless given.',
  },
  schema: { form: z.strictObject(fields), response: { 201: QrCode } },
} as const satisfies Endpoint

export const updateQrCode = {
  method: 'POST',
  url: '/api/qr-codes/update/',
  config: {
    access: 'admin',
    multipart: true,
    opensTransactions: true,
    summary:
      'Update all or some fields of a QR code. A new redirection_url replaces the image, and a new image replaces the redirection_url. A `count` that is sent is ignored.',
  },
  schema: {
    querystring: z.strictObject({ qr_id: Id }),
    form: z.strictObject({
      ...z.object(fields).partial().shape,
      /** A PNG, or the URL of the current image, which changes nothing. */
      image: z.union([PngFile, z.string()]).optional(),
      is_active: asFlag.optional(),
      id: Id.optional(),
      qr_id: Id.optional(),
      version: asNumber(Version).optional(),
      generated_date: z.string().optional(),
      url: z.string().optional(),
    }),
    response: { 200: QrCode },
  },
} as const satisfies Endpoint

export const deleteQrCodes = {
  method: 'DELETE',
  url: '/api/qr-codes/',
  config: {
    access: 'admin',
    summary:
      'Delete QR codes, all or none; they stay in the bin for 30 days. Their numbers are never used again.',
  },
  schema: { querystring: z.strictObject({ qr_id: Ids }), response: { 204: z.null() } },
} as const satisfies Endpoint

/** Kinds of scans: by people, by device; and those that are not counted. */
export const scanDevices = ['mobile', 'tablet', 'desktop', 'other'] as const
export const uncountedKinds = ['bot', 'prefetch', 'head'] as const

const byDevice = { mobile: z.int(), tablet: z.int(), desktop: z.int(), other: z.int(), total: z.int() }

export const Scans = z
  .object({
    from_date: Day,
    to_date: Day,
    total: z.int(),
    devices: z.object(byDevice),
    /** Every day of the range, including days without scans. */
    per_day: z.array(z.object({ day: Day, ...byDevice })),
    not_counted: z.object({ bot: z.int(), prefetch: z.int(), head: z.int() }),
  })
  .meta({ id: 'Scans' })
export type Scans = z.output<typeof Scans>

const range = { from_date: Day.optional(), to_date: Day.optional() }

export const getScans = {
  method: 'GET',
  url: '/api/qr-codes/:id/scans/',
  config: {
    access: 'admin',
    summary: 'Scans of one QR code per day and device kind; by default the last 30 days, at most 400.',
  },
  schema: {
    params: z.strictObject({ id: Id }),
    querystring: z.strictObject(range),
    response: { 200: Scans },
  },
} as const satisfies Endpoint

export const getAllScans = {
  method: 'GET',
  url: '/api/qr-codes/scans/',
  config: { access: 'admin', summary: 'Scans of all QR codes per day and device kind.' },
  schema: { querystring: z.strictObject(range), response: { 200: Scans } },
} as const satisfies Endpoint

/** The paper of a sheet of labels: plain paper to be cut, the usual label sheets by labels a page, or own sizes. */
export const labelSheets = ['plain', '24', '40', '65', 'own'] as const
export type LabelSheet = (typeof labelSheets)[number]

const length = asNumber(z.number().min(0, 'At least 0 mm').max(100, 'At most 100 mm')).default(0)

export const getQrLabels = {
  method: 'GET',
  url: '/api/qr-codes/labels/',
  config: {
    work: 'report',
    access: 'admin',
    summary:
      'A print-ready A4 PDF of labels in vectors. Lengths are in millimetres; `size` is the side of a QR code on plain paper, where `marks` adds cut marks. On a sheet of labels the code fills its label: `24`, `40` or `65` of the usual sizes, or `own` by width, height, rows, columns, margins and gaps; `used` labels at the start are left free.',
  },
  schema: {
    querystring: z.strictObject({
      qr_id: Ids,
      sheet: z.enum(labelSheets).default('plain'),
      size: asNumber(z.number().min(15, 'At least 15 mm').max(90, 'At most 90 mm')).default(40),
      columns: asNumber(z.int().min(1, 'At least 1').max(8, 'At most 8')).default(3),
      rows: asNumber(z.int().min(1, 'At least 1').max(20, 'At most 20')).default(8),
      copies: asNumber(z.int().min(1, 'At least 1').max(100, 'At most 100')).default(1),
      marks: Flag.default(false),
      used: asNumber(z.int().min(0, 'At least 0').max(159, 'At most 159')).default(0),
      width: asNumber(z.number().min(15, 'At least 15 mm').max(210, 'At most 210 mm')).default(70),
      height: asNumber(z.number().min(15, 'At least 15 mm').max(297, 'At most 297 mm')).default(37),
      left: length,
      top: length,
      gap_x: length,
      gap_y: length,
    }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
