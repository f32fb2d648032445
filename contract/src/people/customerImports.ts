import { z } from 'zod'
import { importBodyLimit, importColumns, isEachOnce } from '../csvImport.ts'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Flag, formFile, Id, Said } from '../values.ts'

/** What a column of an imported file can be. `name` is a whole name, of which the last word is the last name. */
export const importFields = [
  'name',
  'first_name',
  'last_name',
  'mobile',
  'email',
  'line1',
  'line2',
  'city',
  'state',
  'country',
  'pincode',
  'tags',
  'notes',
] as const
export type ImportField = (typeof importFields)[number]

/** A column that is no field is left out. */
const Column = z.enum([...importFields, ''])

/** What happens with a line whose phone number or email a customer has. */
export const doublesChoices = ['skip', 'fill', 'overwrite'] as const

const SkippedLine = z.object({ line: z.int(), customer: z.string(), reason: Said })

/** The result of an import or of its check. */
export const CustomerImport = z
  .object({
    /** Null for a check. */
    id: Id.nullable(),
    columns: importColumns(Column),
    /** Without these no line can be imported: a name, a mobile. Only in a check; an import is refused. */
    missing: z.array(z.enum(['name', 'mobile'])),
    created: z.int(),
    updated: z.int(),
    /** Lines of customers who have all that is in them. */
    unchanged: z.int(),
    skipped_count: z.int(),
    /** The first 1,000 skipped lines. */
    skipped: z.array(SkippedLine),
  })
  .meta({ id: 'CustomerImport' })
export type CustomerImport = z.output<typeof CustomerImport>

export const importCustomers = {
  method: 'POST',
  url: '/api/users/import/',
  config: {
    work: 'import',
    bodyLimit: importBodyLimit,
    access: 'admin',
    multipart: true,
    opensTransactions: true,
    summary:
      'Import customers from a CSV `file` with a header (comma, semicolon, tab or |; UTF-8, UTF-16 or Windows-1252; at most 1,000,000 rows) in one transaction. Columns are matched by name, or as `fields` says. Doubles are found by phone number and email. Every skipped line is reported. `check=true` stores nothing. Tells one event, `customer.imported`.',
  },
  schema: {
    querystring: z.strictObject({
      check: Flag.optional(),
      /** What each column is, in the sequence of the file, separated by commas; an empty one is left out. */
      fields: z
        .string()
        .max(4000)
        .transform((text) => text.split(','))
        .pipe(z.array(Column).max(200).refine(isEachOnce, 'Each field is one column'))
        .optional()
        .meta({ type: 'string' }),
      /** skip: the line is reported. fill: only what the customer has not. overwrite: all that the line has. */
      doubles: z.enum(doublesChoices).optional(),
    }),
    form: z.strictObject({ file: formFile('text/csv', 'Choose a CSV file') }),
    response: { 200: CustomerImport },
  },
} as const satisfies Endpoint

export const listSkippedCustomers = {
  method: 'GET',
  url: '/api/customer-imports/:id/skipped/',
  config: {
    access: 'admin',
    summary: 'List every skipped line of an import of customers with its reason; kept for 30 days.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ ...paging, ...csv, ...ordering([], '', 'id: by line.') }),
    response: { 200: page(SkippedLine) },
  },
} as const satisfies Endpoint
