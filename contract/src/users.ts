import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { page, paging } from './paging.ts'
import { Email, Id, Mobile, optionalText, Time, text, Version } from './values.ts'

/** A customer of the shop. */
export const User = z
  .object({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string().nullable(),
    mobile: z.string(),
    is_active: z.boolean(),
    orders_count: z.int(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

const editable = {
  first_name: text(100),
  last_name: optionalText(100).default(''),
  mobile: Mobile,
  email: z.union([Email, z.literal('').transform(() => null), z.null()]).default(null),
}

export const listUsers = {
  method: 'GET',
  url: '/api/users/',
  config: { access: 'admin', summary: 'Customers, newest first; query over name, email and mobile.' },
  schema: { querystring: z.strictObject(paging), response: { 200: page(User) } },
} as const satisfies Endpoint

export const createUser = {
  method: 'POST',
  url: '/api/users/',
  config: { access: 'admin', summary: 'Add a customer.' },
  schema: { body: z.strictObject(editable), response: { 201: User } },
} as const satisfies Endpoint

export const getUser = {
  method: 'GET',
  url: '/api/users/:id/',
  config: { access: 'admin', summary: 'One customer.' },
  schema: { params: z.strictObject({ id: Id }), response: { 200: User } },
} as const satisfies Endpoint
