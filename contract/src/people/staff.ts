import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Email, Flag, Id, Mobile, Time, text, Version } from '../values.ts'
import { NewPassword } from './session.ts'

/** Someone who signs in: a staff user or a super admin. */
export const StaffUser = z
  .object({
    id: Id,
    full_name: z.string(),
    email: z.string(),
    mobile: z.string().nullable(),
    is_superuser: z.boolean(),
    is_active: z.boolean(),
    /** What they may do beside the work of delivery staff; null: nothing. A super admin has all abilities and no set. */
    ability_set: Id.nullable(),
    ability_set_data: z.object({ id: Id, name: z.string() }).nullable(),
    open_orders: z.int(),
    /** Number of orders ever delivered. */
    delivered: z.int(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'StaffUser' })
export type StaffUser = z.output<typeof StaffUser>

/** What the list of staff users can be sorted by. */
export const staffOrderings = ['created_at', 'full_name', 'email'] as const

export const listStaff = {
  method: 'GET',
  url: '/api/staff_users/',
  config: {
    access: 'admin',
    summary: 'List staff users, newest first; query searches name, email and mobile.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(staffOrderings),
      is_active: Flag.optional(),
      is_superuser: Flag.optional(),
    }),
    response: { 200: page(StaffUser) },
  },
} as const satisfies Endpoint

export const getStaff = {
  method: 'GET',
  url: '/api/staff_users/:id/',
  config: { access: 'admin', summary: 'One staff user.' },
  schema: { ...byId, response: { 200: StaffUser } },
} as const satisfies Endpoint

export const createStaff = {
  method: 'POST',
  url: '/api/staff_users_create/',
  config: {
    access: 'admin',
    opensTransactions: true,
    summary:
      'Create a staff user with a first password. 403 for an ability set with more than the caller has.',
  },
  schema: {
    body: z.strictObject({
      full_name: text(200),
      email: Email,
      mobile: Mobile,
      password: NewPassword,
      ability_set: Id.nullable().optional(),
    }),
    response: { 201: StaffUser },
  },
} as const satisfies Endpoint

/** The whole record or any part of it. Read-only fields may be sent back unchanged. */
export const updateStaff = {
  method: 'PATCH',
  url: '/api/staff_users/:id/',
  config: {
    access: 'admin',
    summary:
      'Update or deactivate a staff user, or give them another ability set. Deactivating ends their sessions; 409 while they have open orders or cash. 403 for who lacks an ability of the person or of the set.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      ...StaffUser.partial().shape,
      full_name: text(200).optional(),
      email: Email.optional(),
      mobile: Mobile.nullable().optional(),
      is_active: z.boolean().optional(),
      ability_set: Id.nullable().optional(),
    }),
    response: { 200: StaffUser },
  },
} as const satisfies Endpoint

export const resetStaffPassword = {
  method: 'POST',
  url: '/api/staff_users/:id/password/',
  config: {
    access: 'admin',
    secret: true,
    opensTransactions: true,
    summary: 'Set a new password for a staff user and end their sessions.',
  },
  schema: { ...byId, body: z.strictObject({ password: NewPassword }), response: { 204: z.null() } },
} as const satisfies Endpoint

export const handOver = {
  method: 'POST',
  url: '/api/staff_users/:id/handover/',
  config: { access: 'admin', summary: 'Hand over all open orders of a staff user to another one.' },
  schema: { ...byId, body: z.strictObject({ to: Id }), response: { 200: z.object({ moved: z.int() }) } },
} as const satisfies Endpoint
