import type { EventData, StreamEvent } from '@our-print/contract/shop/events.ts'
import type { Actor } from '../../base/http/route.ts'
import type { ShopEvent } from './events.queries.ts'

type Reader = Pick<Actor, 'id' | 'is_superuser'>

/** What other systems can ask for by itself is a change to open pages. */
const finerNames = new Set(['order.assigned', 'order.delivered', 'order.cancelled'])

/** The name under which a reader hears of an event; undefined if it is not for them. */
function nameFor({ id, is_superuser }: Reader, event: ShopEvent): string | undefined {
  const { staff_user, previous_user } = event
  const name = finerNames.has(event.name) ? 'order.changed' : event.name
  if (is_superuser || name.startsWith('configuration.')) return name
  if (staff_user === id) return name
  return previous_user === id ? 'order.left' : undefined
}

/** Events as text of a stream (the HTML standard, "Server-sent events"), without those that are not for the reader. */
export const textFor = (reader: Reader, events: ShopEvent[]): string =>
  events
    .map((event) => {
      const name = nameFor(reader, event)
      if (!name) return ''
      const { record, version, at, made_by } = event
      const data: EventData = { id: record, version, at, by: made_by }
      return `event: ${name}\nid: ${event.id}\ndata: ${JSON.stringify(data)}\n\n`
    })
    .join('')

/** An event of the stream itself, from which a reader goes on at this id. */
export const streamEvent = (name: StreamEvent, id: number): string =>
  `event: ${name}\nid: ${id}\ndata: {}\n\n`

export const heartbeat = ': still here\n\n'
