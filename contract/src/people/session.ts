import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Email, Id, Mobile, required, Time, text, Version } from '../values.ts'
import { abilities } from './abilities.ts'

const bytes = (value: string) => new TextEncoder().encode(value).length

/** A newly chosen password. Limits count bytes, as the hash does; the server also refuses passwords that are easy to guess. */
export const NewPassword = z
  .string({ error: required })
  .min(1, required)
  .refine((value) => value === '' || bytes(value) >= 10, 'At least 10 characters')
  .refine((value) => bytes(value) <= 1024, 'At most 1,024 bytes')

export const Profile = z
  .object({
    id: Id,
    email: z.string(),
    full_name: z.string(),
    is_superuser: z.boolean(),
    /** What the ability set of a staff user adds to the work of delivery staff; not there for nothing. */
    abilities: z.array(z.enum(abilities)).optional(),
    mobile: z.string().nullable(),
    created_at: Time,
    version: Version,
    /** Only for super admins, and only until somebody has said what the shop is in the place where it was started. */
    place_question: z
      .object({ here: z.string(), before: z.string() })
      .optional()
      .meta({ description: 'Asks what the shop is in a place where it never ran before.' }),
    /** Only for super admins, after TIME_ZONE was changed: figures by day are still partly those of the old zone. */
    is_recounting: z.literal(true).optional(),
    /** How many comments on orders name the person and were not seen yet; not there for none. */
    unseen_mentions: z.int().optional(),
    /** Only for super admins: how many acts wait for them as the second person; not there for none. */
    approvals_waiting: z.int().optional(),
    /** Only for who answers them: how many requests of customers are open; not there for none. */
    requests_open: z.int().optional(),
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof Profile>

export const signIn = {
  method: 'POST',
  url: '/api/admin-login',
  config: {
    work: 'sign-in',
    access: 'public',
    secret: true,
    opensTransactions: true,
    onFullDisk: true,
    summary:
      'Sign in with email and password. 429 with the time to wait after too many attempts; a cookie identifies this device later.',
  },
  schema: {
    body: z.strictObject({
      email: Email,
      password: z
        .string({ error: required })
        .min(1, required)
        .refine((value) => bytes(value) <= 1024, 'At most 1,024 bytes'),
    }),
    response: {
      200: z.object({
        token: z.string(),
        user: Profile.pick({ id: true, email: true, full_name: true, is_superuser: true, abilities: true }),
      }),
    },
  },
} as const satisfies Endpoint

export const signOut = {
  method: 'POST',
  url: '/api/logout',
  config: { access: 'signed-in', onFullDisk: true, summary: 'Sign out: end this session and its token.' },
  schema: { response: { 204: z.null() } },
} as const satisfies Endpoint

export const getProfile = {
  method: 'GET',
  url: '/api/profile/',
  config: { access: 'signed-in', summary: 'The signed-in user.' },
  schema: { response: { 200: Profile } },
} as const satisfies Endpoint

export const updateProfile = {
  method: 'PUT',
  url: '/api/profile/',
  config: { access: 'signed-in', summary: 'Update your own name and mobile number.' },
  schema: {
    body: z.strictObject({
      ...Profile.partial().shape,
      full_name: text(200),
      mobile: Mobile.nullable().optional(),
    }),
    response: { 200: Profile },
  },
} as const satisfies Endpoint

export const updatePassword = {
  method: 'POST',
  url: '/api/update_password',
  config: {
    access: 'signed-in',
    secret: true,
    opensTransactions: true,
    summary: 'Update your own password and end your other sessions.',
  },
  schema: {
    body: z.strictObject({
      current_password: z.string({ error: required }).min(1, required).max(1024),
      new_password: NewPassword,
    }),
    response: { 204: z.null() },
  },
} as const satisfies Endpoint
