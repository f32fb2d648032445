import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { page, paging } from './paging.ts'
import { NewPassword } from './session.ts'
import { Email, Flag, Id, Mobile, Time, text, Version } from './values.ts'

/** Someone who signs in: delivery staff, or a super admin. */
export const StaffUser = z
  .object({
    id: Id,
    full_name: z.string(),
    email: z.string(),
    mobile: z.string().nullable(),
    is_superuser: z.boolean(),
    is_active: z.boolean(),
    open_orders: z.int(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'StaffUser' })
export type StaffUser = z.output<typeof StaffUser>

export const listStaff = {
  method: 'GET',
  url: '/api/staff_users/',
  config: { access: 'admin', summary: 'Staff users, newest first; query over name, email and mobile.' },
  schema: {
    querystring: z.strictObject({ ...paging, is_active: Flag.optional(), is_superuser: Flag.optional() }),
    response: { 200: page(StaffUser) },
  },
} as const satisfies Endpoint

export const createStaff = {
  method: 'POST',
  url: '/api/staff_users_create/',
  config: { access: 'admin', opensTransactions: true, summary: 'Add a staff user with a first password.' },
  schema: {
    body: z.strictObject({ full_name: text(200), email: Email, mobile: Mobile, password: NewPassword }),
    response: { 201: StaffUser },
  },
} as const satisfies Endpoint
