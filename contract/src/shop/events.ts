import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, Time } from '../values.ts'

/** What the server does to the stream itself: it begins, or the reader has missed events and must read again. */
export type StreamEvent = 'ready' | 'resync'

/** The `data` of an event: ids only, no personal data. */
export const EventData = z
  .object({
    /** The record that changed. */
    id: Id,
    /** Its version after the change. */
    version: z.int(),
    at: Time,
    /** The id of the staff user who made the change; null for the website or the shop itself. */
    by: Id.nullable(),
  })
  .meta({ id: 'EventData' })
export type EventData = z.output<typeof EventData>

export const streamEndpoint = {
  method: 'GET',
  url: '/api/events',
  config: {
    access: 'signed-in',
    streams: true,
    summary:
      'Server-sent events (text/event-stream) of what the caller may see: `order.created`, `order.changed`, `lead.created`, `company.deleted`, `voucher.purchased` and so on. A staff user hears of their own orders, `order.left` when one is no longer theirs, and of the configuration. The data is JSON, `{id, version, at, by}`. The stream starts with `ready`. Ids grow; send the last one as Last-Event-ID to go on without a gap within an hour, or `resync` tells that something was missed. Every GET answers X-Event-Id, the place in the stream at which it was read: a stream with it as Last-Event-ID tells of all later changes and of no earlier one. A comment every 15 seconds keeps the connection open. At most 20 streams a session (429), and 2,000 a server process (503).',
  },
  schema: { response: { 200: z.string() } },
} as const satisfies Endpoint
