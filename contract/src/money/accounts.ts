import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Flag, Id, Rupees, Time, Version } from '../values.ts'
import { accountKinds } from './paymentTerms.ts'

/** What is owed of delivered orders, by days since the delivery; in rupees. */
export const Ageing = z.object({
  /** 0 to 7 days. */
  week: z.number(),
  /** 8 to 30 days. */
  month: z.number(),
  /** 31 to 60 days. */
  two_months: z.number(),
  older: z.number(),
})
export type Ageing = z.output<typeof Ageing>

/** The account of a customer or a company: what is paid ahead, what is owed, and what may be owed. */
export const Account = z
  .object({
    /** That of the customer or the company. */
    id: Id,
    kind: z.enum(accountKinds),
    name: z.string(),
    /** Paid ahead. */
    balance: z.number(),
    /** Of delivered orders. */
    owed: z.number(),
    ageing: Ageing,
    /** Due of orders on account that are not delivered yet; the limit counts it, too. */
    on_account: z.number(),
    /** Its own limit; null: that of the configuration. */
    credit_limit: Rupees.nullable(),
    /** What may be owed. */
    effective_limit: z.number(),
    /** Of one account: what was paid too much for orders, and neither paid back nor put on the account. */
    overpaid: z.number().optional(),
    /** Of the limit and what is paid ahead. */
    version: Version,
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

export const accountOrderings = ['owed', 'balance', 'name'] as const

export const listAccounts = {
  method: 'GET',
  url: '/api/accounts/',
  config: {
    work: 'report',
    access: 'admin',
    summary:
      'List the accounts of customers and companies that owe, have paid ahead or have a limit; what is owed most first.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(accountOrderings, '', 'id: that of the customer or company.'),
      kind: z.enum(accountKinds).optional(),
      /** Only those who owe something of delivered orders, or who do not. */
      owing: Flag.optional(),
      /** Only those who owe something for more than this many days. */
      owing_days: z.enum(['7', '30', '60']).optional(),
    }),
    response: { 200: page(Account) },
  },
} as const satisfies Endpoint

export const getAccount = {
  method: 'GET',
  url: '/api/accounts/:id/',
  config: { access: 'admin', summary: 'The account of one customer or company, by the id of either.' },
  schema: { ...byId, response: { 200: Account } },
} as const satisfies Endpoint

export const updateAccount = {
  method: 'PATCH',
  url: '/api/accounts/:id/',
  config: {
    access: 'admin',
    summary: 'Change what a customer or company may owe; null: as the configuration says.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...Account.partial().shape, credit_limit: Rupees.nullable().optional() }),
    response: { 200: Account },
  },
} as const satisfies Endpoint

export const statementKinds = [
  'opening',
  'order',
  'invoice',
  'credit_note',
  'complaint',
  'reopened',
  'payment',
  'refund',
  'closing',
] as const

/**
 * A line of a statement: a delivered order adds to what is owed, a payment takes from it. What changes the cost of a delivered
 * order is a line of its own: an invoice (by tax beyond the price), a credit note, a refund for a complaint, and that it is out
 * for delivery again.
 */
export const StatementLine = z.object({
  at: Time.nullable(),
  kind: z.enum(statementKinds),
  /** The order that was delivered, changed or paid. */
  order: Id.nullable(),
  order_number: z.int().nullable(),
  payment_number: z.int().nullable(),
  text: z.string(),
  method: z.string().nullable(),
  /** Of a payment, or the number of an invoice or credit note. */
  reference: z.string().nullable(),
  amount: z.number().nullable(),
  /** What is owed after it; negative: paid ahead. */
  balance: z.number(),
  /** The day of the shop to which it belongs. */
  day: Day.nullable(),
})

export const Statement = z
  .object({
    id: Id,
    kind: z.enum(accountKinds),
    name: z.string(),
    from_date: Day,
    to_date: Day,
    opening: z.number(),
    closing: z.number(),
    /** From the opening to the closing balance, both included. */
    lines: z.array(StatementLine),
  })
  .meta({ id: 'AccountStatement' })
export type Statement = z.output<typeof Statement>

const statement = {
  ...byId,
  querystring: z.strictObject({
    from_date: Day.optional(),
    to_date: Day.optional(),
    format: z.enum(['csv', 'pdf']).optional(),
  }),
  response: { 200: Statement },
}
const about =
  'between two days, by default the last 30: delivered orders and what changed them, payments, refunds, with the balance before and after. Also as CSV and PDF.'

export const getUserStatement = {
  method: 'GET',
  url: '/api/users/:id/statement/',
  config: { work: 'report', access: 'admin', summary: `The statement of a customer ${about}` },
  schema: statement,
} as const satisfies Endpoint

export const getClientStatement = {
  method: 'GET',
  url: '/api/clients/:id/statement/',
  config: { work: 'report', access: 'admin', summary: `The statement of a company ${about}` },
  schema: statement,
} as const satisfies Endpoint
