import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Time } from '../values.ts'

/** The address to which a provider reports what customers answer. */
export const InboundAddress = z
  .object({
    /** lost: made with another key for secrets, so that it can only be renewed. */
    state: z.enum(['none', 'open', 'lost']),
    url: z.string().nullable(),
    created_at: Time.nullable(),
  })
  .meta({ id: 'InboundAddress' })
export type InboundAddress = z.output<typeof InboundAddress>

export const getInboundAddress = {
  method: 'GET',
  url: '/api/message-channels/:id/inbound-address/',
  config: {
    access: 'admin',
    secret: true,
    summary: 'The address to which the provider of a channel reports answers such as STOP.',
  },
  schema: { ...byId, response: { 200: InboundAddress } },
} as const satisfies Endpoint

export const createInboundAddress = {
  method: 'POST',
  url: '/api/message-channels/:id/inbound-address/',
  config: {
    access: 'admin',
    secret: true,
    summary:
      'Make the address for the answers of a channel, or a new one in place of the old one, which ends. Not for email: 409.',
  },
  schema: { ...byId, response: { 201: InboundAddress } },
} as const satisfies Endpoint

export const revokeInboundAddress = {
  method: 'DELETE',
  url: '/api/message-channels/:id/inbound-address/',
  config: { access: 'admin', summary: 'Revoke the address for the answers of a channel.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
