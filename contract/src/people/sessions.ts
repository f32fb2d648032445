import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id, Time } from '../values.ts'

/** Where somebody is signed in. Device and address are those of the sign-in, null for older sessions. */
export const Session = z
  .object({
    id: Id,
    device: z.string().nullable(),
    address: z.string().nullable(),
    created_at: Time,
    /** When it was used last, to a minute. */
    used_at: Time,
    /** Whether it is the session of this request. */
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

export const listSessions = {
  method: 'GET',
  url: '/api/sessions/',
  config: { access: 'signed-in', summary: 'Your own sessions, the last used first, at most 100.' },
  schema: { response: { 200: z.array(Session) } },
} as const satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  url: '/api/sessions/:id/',
  config: {
    access: 'signed-in',
    summary: 'End one of your sessions; who manages the staff may end any. Its token is dead at once.',
  },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

export const endOtherSessions = {
  method: 'DELETE',
  url: '/api/sessions/',
  config: { access: 'signed-in', summary: 'End all your sessions but this one.' },
  schema: { response: { 204: z.null() } },
} as const satisfies Endpoint

export const listStaffSessions = {
  method: 'GET',
  url: '/api/staff_users/:id/sessions/',
  config: { access: 'admin', summary: 'The sessions of a staff user, the last used first, at most 100.' },
  schema: { ...byId, response: { 200: z.array(Session) } },
} as const satisfies Endpoint

export const endStaffSessions = {
  method: 'DELETE',
  url: '/api/staff_users/:id/sessions/',
  config: { access: 'admin', summary: 'End all sessions of a staff user, but not the one of this request.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
