import type {
  getUnsubscription,
  MessageChoice,
  updateMessageChoice,
} from '@our-print/contract/customer/messageChoice.ts'
import { type MessageChannel, messageChannels } from '@our-print/contract/customer/messageFacts.ts'
import type { Output } from '@our-print/contract/endpoint.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { notFound } from '../../base/http/problem.ts'
import { keptFor } from './customers.queries.ts'

// How a customer is told of things, and which channels are off for them.

type Off = { reason: MessageChoice['off'][number]['reason']; said: string; at: string; address?: string }
type Row = Omit<MessageChoice, 'off'> & {
  off: Partial<Record<MessageChannel, Off>>
  email: string | null
  mobile: string
}

async function read(db: Db, id: string): Promise<Row> {
  const [row] = await db<Row[]>`
    select id as "user", message_channel as channel, message_language as language, message_consent as consent,
      messages_off as off, email, mobile, version
    from users where id = ${id}`
  if (!row) throw notFound('Customer')
  return row
}

/** What was said of another address than they have now is no longer true. */
const isStill = ({ address }: Off, channel: MessageChannel, { email, mobile }: Row) =>
  address === undefined || address === (channel === 'email' ? email : mobile)

export async function get(db: Db, id: string): Promise<MessageChoice> {
  const row = await read(db, id)
  const { off, email: _, mobile: __, ...choice } = row
  return {
    ...choice,
    off: messageChannels.flatMap((channel) => {
      const one = off[channel]
      return one && isStill(one, channel, row)
        ? [{ channel, reason: one.reason, said: one.said, at: one.at }]
        : []
    }),
  }
}

type Patch = z.output<typeof updateMessageChoice.schema.body>

export async function update(db: Db, id: string, patch: Patch): Promise<MessageChoice> {
  const current = await lockRecord(db, { table: 'users', name: 'Customer', get }, id, patch.version)
  refuseChangedFields({ user: patch.user }, current)
  const { channel = current.channel, language = current.language, consent = current.consent } = patch
  const { off: known } = await read(db, id)
  const wanted = patch.off ?? current.off.map((one) => one.channel)
  const now: Off = { reason: 'asked', said: '', at: new Date().toISOString() }
  const kept = new Set(current.off.map((one) => one.channel))
  const off = Object.fromEntries(wanted.map((each) => [each, kept.has(each) ? (known[each] ?? now) : now]))
  await db`
    update users set version = version + 1, message_channel = ${channel}, message_language = ${language},
      message_consent = ${consent}, messages_off = ${db.json(off)}
    where id = ${id}`
  return get(db, id)
}

/** Who it is: a customer, or whoever has this mobile or had it before they were merged. */
type Whose = { id: string } | { mobile: string }

const isWho = (db: Db, who: Whose) => ('id' in who ? db`id = ${who.id}` : hasMobile(db, who.mobile))

const hasMobile = (db: Db, mobile: string) => db`id = any(array(
  select id from users where mobile = ${mobile} union all ${keptFor(db, { mobile, email: null })}))`

/** Switches a channel off for a customer; what holds whatever their address is stays as it is. */
const switchOff = (db: Db, who: Whose, channel: MessageChannel, off: Omit<Off, 'at'>) => db`
  update users set version = version + 1,
    messages_off = messages_off || ${db.json({ [channel]: { ...off, at: new Date().toISOString() } })}
  where ${isWho(db, who)} and not (messages_off ? ${channel} and not messages_off -> ${channel} ? 'address')`

/** Switches a channel off for a customer whose address a server refused for good. */
export const blockAddress = (
  db: Db,
  user: string,
  channel: MessageChannel,
  refused: { address: string; said: string },
) => switchOff(db, { id: user }, channel, { reason: 'refused', ...refused })

/** Switches a channel off for who answered STOP. */
export const stop = (db: Db, mobile: string, channel: MessageChannel) =>
  switchOff(db, { mobile }, channel, { reason: 'stopped', said: '' })

/** Switches a channel on again that was off by STOP, and by nothing else. */
export const start = (db: Db, mobile: string, channel: MessageChannel) => db`
  update users set version = version + 1, messages_off = messages_off - ${channel}::text
  where ${hasMobile(db, mobile)} and messages_off -> ${channel} ->> 'reason' = 'stopped'`

type Unsubscription = Output<typeof getUnsubscription>

/** What a shop without a name is called. */
export const ourShop = 'Our shop'

/** Whose emails the link of one stops, by its code. */
export async function findByCode(db: Db, code: string): Promise<Unsubscription> {
  const { user: _, ...found } = await ofCode(db, code)
  return found
}

async function ofCode(db: Db, code: string): Promise<Unsubscription & { user: string }> {
  const [found] = await db<(Unsubscription & { user: string })[]>`
    select coalesce(nullif(c.contact ->> 'name', ''), ${ourShop}) as shop, m.address, m.user_id as "user",
      u.messages_off ? 'email' and not u.messages_off -> 'email' ? 'address' as is_off
    from messages m join users u on u.id = m.user_id cross join configurations c
    where m.code = ${code} and m.channel = 'email' and m.address is not null`
  if (!found) throw notFound('Link')
  return found
}

/** Stops the emails of whoever got the one with this code. */
export async function unsubscribe(db: Db, code: string): Promise<Unsubscription> {
  const { user } = await ofCode(db, code)
  await switchOff(db, { id: user }, 'email', { reason: 'unsubscribed', said: '' })
  return findByCode(db, code)
}
