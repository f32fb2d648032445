import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Email, Flag, Id, Mobile, optionalText, RupeeSum, Time, text, Version } from '../values.ts'

/** A customer of the shop. */
export const User = z
  .object({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    mobile: z.string(),
    notes: z.string(),
    is_active: z.boolean(),
    /** The code that referred customers give with their first order. */
    referral_code: z.string(),
    /** The customer who already had this number when all were changed to E.164; null once this customer's number changes. */
    double_of: Id.nullable(),
    coins: RupeeSum,
    orders_count: z.int(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

const editable = {
  first_name: text(100),
  last_name: optionalText(100),
  mobile: Mobile,
  email: z.union([Email, z.literal('').transform(() => null), z.null()]),
  notes: optionalText(2000),
}

/** What the list of customers can be sorted by. */
export const userOrderings = ['created_at', 'name', 'coins'] as const

export const listUsers = {
  method: 'GET',
  url: '/api/users/',
  config: {
    access: 'admin',
    summary: 'List customers, newest first; query searches name, email and mobile.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(userOrderings, 'name: the first name, then the last.'),
      is_active: Flag.optional(),
      /** The first and the last day of their creation. */
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(User) },
  },
} as const satisfies Endpoint

export const createUser = {
  method: 'POST',
  url: '/api/users/',
  config: { access: 'admin', summary: 'Create a customer.' },
  schema: {
    body: z.strictObject({
      ...editable,
      last_name: editable.last_name.default(''),
      email: editable.email.default(null),
      notes: editable.notes.default(''),
    }),
    response: { 201: User },
  },
} as const satisfies Endpoint

export const getUser = {
  method: 'GET',
  url: '/api/users/:id/',
  config: { access: 'admin', summary: 'One customer.' },
  schema: { ...byId, response: { 200: User } },
} as const satisfies Endpoint

/** The whole record or any part of it. Read-only fields may be sent back unchanged. */
export const updateUser = {
  method: 'PATCH',
  url: '/api/users/:id/',
  config: {
    access: 'admin',
    summary: 'Update a customer; a search finds their orders by the new name at once.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      ...User.partial().shape,
      ...z.object(editable).partial().shape,
      /** An inactive customer cannot place orders. */
      is_active: z.boolean().optional(),
    }),
    response: { 200: User },
  },
} as const satisfies Endpoint
