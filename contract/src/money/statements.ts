import { z } from 'zod'
import { importBodyLimit, importColumns, isEachOnce } from '../csvImport.ts'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Flag, formFile, Id, Said, Time, text, Version } from '../values.ts'
import { statementFields, statementFilters, statementStates } from './statementTerms.ts'

const Method = z.string().min(1).max(40)

/** A column that is no field is left out. */
const Column = z.enum([...statementFields, ''])

/** What the bank, the UPI app or the card company says of one movement of money. Never changed but in its match. */
export const StatementLine = z
  .object({
    id: Id,
    method: Method,
    day: Day,
    /** In rupees; negative where it left the account. */
    amount: z.number(),
    reference: z.string(),
    text: z.string(),
    /** The file that it was read from, which can be taken back. */
    statement: Id,
    file_name: z.string(),
    state: z.enum(statementStates),
    /** The payment that it is, or is proposed to be. */
    payment: Id.nullable(),
    payment_number: z.int().nullable(),
    payer: z.string().nullable(),
    order_number: z.int().nullable(),
    /** Why it is no payment. */
    note: z.string(),
    /** Null: by the rules. */
    matched_by_name: z.string().nullable(),
    at: Time,
    version: Version,
  })
  .meta({ id: 'StatementLine' })
export type StatementLine = z.output<typeof StatementLine>

/** What matching left, of all statements of a method. */
const counts = { matched: z.int(), proposed: z.int(), open: z.int() }
export const StatementCounts = z.object(counts).meta({ id: 'StatementCounts' })
export type StatementCounts = z.output<typeof StatementCounts>

/** The result of reading a statement, or of its check. */
export const Statement = z
  .object({
    /** Null for a check, and where nothing was new. */
    id: Id.nullable(),
    columns: importColumns(Column),
    /** Without these no line can be read. Only in a check; else the file is refused. */
    missing: z.array(z.enum(['day', 'amount'])),
    month_first: z.boolean(),
    added: z.int(),
    /** Lines that were read before. */
    known: z.int(),
    skipped_count: z.int(),
    /** The first 1,000 skipped lines. */
    skipped: z.array(z.object({ line: z.int(), text: z.string(), reason: Said })),
    ...counts,
  })
  .meta({ id: 'Statement' })
export type Statement = z.output<typeof Statement>

export const uploadStatement = {
  method: 'POST',
  url: '/api/statements/',
  config: {
    work: 'import',
    bodyLimit: importBodyLimit,
    access: 'admin',
    multipart: true,
    opensTransactions: true,
    summary:
      'Read a statement of the bank, the UPI app or the card company from a CSV `file` (at most 1,000,000 rows) in one transaction. Its columns are matched by name, as they were for this method the last time, or as `fields` says. A line that was read before is left out, so the same file twice changes nothing. Lines are matched to payments of the method by reference, else by amount and day; what is not sure is proposed. `check=true` stores nothing.',
  },
  schema: {
    querystring: z.strictObject({
      method: Method,
      check: Flag.optional(),
      /** What each column is, in the sequence of the file, separated by commas; an empty one is left out. */
      fields: z
        .string()
        .max(4000)
        .transform((all) => all.split(','))
        .pipe(z.array(Column).max(200).refine(isEachOnce, 'Each field is one column'))
        .optional()
        .meta({ type: 'string' }),
      /** 03/04/2026 is a day of March; else of April. */
      month_first: Flag.optional(),
    }),
    form: z.strictObject({ file: formFile('text/csv', 'Choose a CSV file') }),
    response: { 200: Statement },
  },
} as const satisfies Endpoint

export const listStatementLines = {
  method: 'GET',
  url: '/api/statement-lines/',
  config: {
    access: 'admin',
    summary:
      'List lines of statements, newest day first; query searches reference, text, note and the number of the payment. Payments that no statement has: `/api/payments/?in_statement=false`.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(['day', 'amount']),
      /** `todo`: open or proposed. */
      state: z.enum(statementFilters).optional(),
      method: Method.optional(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(StatementLine) },
  },
} as const satisfies Endpoint

export const getStatementLine = {
  method: 'GET',
  url: '/api/statement-lines/:id/',
  config: { access: 'admin', summary: 'One line of a statement.' },
  schema: { ...byId, response: { 200: StatementLine } },
} as const satisfies Endpoint

export const matchStatementLine = {
  method: 'POST',
  url: '/api/statement-lines/:id/match/',
  config: {
    access: 'admin',
    summary:
      'Say which payment a line is: the proposed one where none is named, else one of its method and amount and of no other line.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ payment: Id.optional(), version: Version.optional() }),
    response: { 200: StatementLine },
  },
} as const satisfies Endpoint

export const setAsideStatementLine = {
  method: 'POST',
  url: '/api/statement-lines/:id/set-aside/',
  config: {
    access: 'admin',
    summary: 'Say that a line is no payment of an order or account, and what it is.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ reason: text(200), version: Version.optional() }),
    response: { 200: StatementLine },
  },
} as const satisfies Endpoint

export const reopenStatementLine = {
  method: 'POST',
  url: '/api/statement-lines/:id/reopen/',
  config: { access: 'admin', summary: 'Undo a match, a proposal or a setting aside.' },
  schema: {
    ...byId,
    body: z.strictObject({ version: Version.optional() }),
    response: { 200: StatementLine },
  },
} as const satisfies Endpoint

export const takeBackStatement = {
  method: 'POST',
  url: '/api/statements/:id/take-back/',
  config: {
    access: 'admin',
    work: 'import',
    summary:
      'Take a statement back that was read wrongly, with all lines that it added and what was decided of them; once. Payments stay, and the file can be read again.',
  },
  schema: { ...byId, response: { 200: z.object({ taken_back: z.int(), ...counts }) } },
} as const satisfies Endpoint

export const matchStatements = {
  method: 'POST',
  url: '/api/statements/match/',
  config: {
    access: 'admin',
    work: 'report',
    summary: 'Match open lines once more, after payments were entered.',
  },
  schema: { body: z.strictObject({ method: Method }), response: { 200: StatementCounts } },
} as const satisfies Endpoint
