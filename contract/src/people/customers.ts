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
    /** In lower case, as one word of it can be written in many ways. */
    tags: z.array(z.string()),
    is_active: z.boolean(),
    /** The code that referred customers give with their first order. */
    referral_code: z.string(),
    /** The customer who already had this number when all were changed to E.164; null once this customer's number changes. */
    double_of: Id.nullable(),
    coins: RupeeSum,
    orders_count: z.int(),
    /**
     * What their orders cost that are not cancelled: in all, and since the first day of the shop's year; null for who may
     * not see prices.
     */
    spent: RupeeSum.nullable(),
    spent_this_year: RupeeSum.nullable(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

/** The most tags of one customer. */
export const mostTags = 20

/** A tag in the spelling in which it is kept. */
export const Tag = text(40).transform((tag) => tag.toLowerCase().replace(/\s+/g, ' '))

/** The tags in a text, as a file has them in one cell. So no tag has one of these characters. */
export const splitTags = (tags: string): string[] =>
  tags
    .split(/[,;|\n]/)
    .map((tag) => tag.trim())
    .filter(Boolean)

/** The tags of one customer. */
export const Tags = z
  .array(Tag)
  .transform((tags) => [...new Set(tags.flatMap(splitTags))])
  .pipe(z.array(z.string()).max(mostTags, `At most ${mostTags} tags`))

const editable = {
  first_name: text(100),
  last_name: optionalText(100),
  mobile: Mobile,
  email: z.union([Email, z.literal('').transform(() => null), z.null()]),
  notes: optionalText(2000),
  tags: Tags,
}

/** What the list of customers can be sorted by. */
export const userOrderings = ['created_at', 'name', 'coins'] as const

export const listUsers = {
  method: 'GET',
  url: '/api/users/',
  config: {
    access: 'admin',
    summary:
      'List customers, newest first; query searches name, email and mobile, and finds a whole tag and the number of a customer who was merged.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(userOrderings, 'name: the first name, then the last.'),
      is_active: Flag.optional(),
      tag: Tag.optional(),
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
      tags: editable.tags.default([]),
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
      /** Longer than those of a new one: of customers who are merged they stand together. */
      notes: optionalText(20_000).optional(),
      /** An inactive customer cannot place orders. */
      is_active: z.boolean().optional(),
    }),
    response: { 200: User },
  },
} as const satisfies Endpoint

/** A tag that customers have. */
export const CustomerTag = z.object({ tag: z.string(), customers: z.int() }).meta({ id: 'CustomerTag' })
export type CustomerTag = z.output<typeof CustomerTag>

export const listCustomerTags = {
  method: 'GET',
  url: '/api/customer-tags/',
  config: {
    work: 'report',
    access: 'admin',
    summary: 'The tags of customers by name, each with how many have it; query searches them.',
  },
  schema: {
    querystring: z.strictObject({ ...paging, ...csv, ...ordering([], '', 'id: the tag itself.') }),
    response: { 200: page(CustomerTag) },
  },
} as const satisfies Endpoint
