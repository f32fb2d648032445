import type { Db } from '../../base/database/db.ts'
import * as messageChannels from '../../customer/messages/channels.queries.ts'
import * as messages from '../../customer/messages/messages.queries.ts'
import * as printers from '../../printing/printers/printers.queries.ts'
import * as autoPrints from '../../printing/printJobs/autoPrints.queries.ts'
import * as changeJobs from '../../printing/printJobs/changeJobs.queries.ts'
import * as bulkJobs from '../bulkJobs/bulkJobs.queries.ts'
import * as push from '../push/push.queries.ts'
import * as deliveries from '../webhooks/deliveries.queries.ts'
import * as webhooks from '../webhooks/webhooks.queries.ts'

/** What a copy of a shop must not go on with by itself: the shop that it was copied from may have done it since. */
export type Stopped = 'printing' | 'webhooks' | 'messages' | 'bulkJobs'

type Part = { what: Stopped; stop: (db: Db) => Promise<string | undefined> }

export const webhookReason = 'The shop was copied or restored. Switch it on if this shop may call it.'

const parts: Part[] = [
  {
    what: 'printing',
    async stop(db) {
      const names = await printers.deactivateAll(db)
      return names.length > 0 ? `Printers are inactive: ${names.join(', ')}` : undefined
    },
  },
  {
    what: 'printing',
    async stop(db) {
      const held = await changeJobs.holdAll(db)
      return held > 0 ? `Print jobs are held, since they may have been printed: ${held}` : undefined
    },
  },
  {
    what: 'printing',
    async stop(db) {
      const dropped = await autoPrints.dropAll(db)
      return dropped > 0 ? `Orders that waited to print by themselves do not: ${dropped}` : undefined
    },
  },
  {
    what: 'webhooks',
    async stop(db) {
      const urls = await webhooks.switchAllOff(db, webhookReason)
      return urls.length > 0 ? `Webhooks are inactive: ${urls.join(', ')}` : undefined
    },
  },
  {
    what: 'webhooks',
    async stop(db) {
      const dropped = await deliveries.dropPending(db, 'Not sent: the shop was copied or restored.')
      return dropped > 0 ? `Webhook deliveries that waited are not sent: ${dropped}` : undefined
    },
  },
  {
    what: 'messages',
    async stop(db) {
      const names = await messageChannels.switchAllOff(
        db,
        'The shop was copied or restored. Switch it on if this shop may send messages.',
      )
      return names.length > 0 ? `Channels of messages are off: ${names.join(', ')}` : undefined
    },
  },
  {
    what: 'messages',
    async stop(db) {
      const dropped = await messages.dropQueued(db, 'Not sent: the shop was copied or restored.')
      return dropped > 0 ? `Messages that waited are not sent: ${dropped}` : undefined
    },
  },
  {
    what: 'webhooks',
    async stop(db) {
      const devices = await push.removeAll(db)
      return devices > 0 ? `Devices are told nothing until they are switched on here: ${devices}` : undefined
    },
  },
  {
    what: 'bulkJobs',
    async stop(db) {
      const cancelled = await bulkJobs.cancelAll(db)
      return cancelled > 0 ? `Bulk jobs are cancelled: ${cancelled}` : undefined
    },
  },
]

/** Stops it all, apart from what is kept, and says what was stopped. */
export async function stopOutside(
  db: Db,
  { keep = [] }: { keep?: readonly Stopped[] } = {},
): Promise<{ what: Stopped; said: string }[]> {
  const stopped: { what: Stopped; said: string }[] = []
  for (const { what, stop } of parts) {
    if (keep.includes(what)) continue
    const said = await stop(db)
    if (said) stopped.push({ what, said })
  }
  return stopped
}
