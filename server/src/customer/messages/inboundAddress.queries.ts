import { hash, randomBytes } from 'node:crypto'
import type { InboundAddress } from '@our-print/contract/customer/inboundAddress.ts'
import type { MessageChannel } from '@our-print/contract/customer/messageFacts.ts'
import { timeInJson } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import type { Sealer } from '../../base/database/sealer.ts'
import type { Links } from '../../base/http/links.ts'
import { conflict, notFound } from '../../base/http/problem.ts'

type Tools = { sealer: Sealer; links: Links }

const ownerOf = (id: string) => `message channel ${id} inbound`
const hashOf = (code: string) => hash('sha256', code, 'buffer')

/** The address for the answers of a channel, as the office sees it. */
export async function get(db: Db, { sealer, links }: Tools, id: string): Promise<InboundAddress> {
  const [row] = await db<{ inbound_sealed: Buffer | null; created_at: string | null }[]>`
    select inbound_sealed, ${timeInJson(db, db`inbound_at`)} as created_at from message_channels where id = ${id}`
  if (!row) throw notFound('Channel')
  const { inbound_sealed, created_at } = row
  if (inbound_sealed === null) return { state: 'none', url: null, created_at }
  const code = await sealer.open(inbound_sealed, ownerOf(id))
  return code === undefined
    ? { state: 'lost', url: null, created_at }
    : { state: 'open', url: links.to(`/inbound/${code}`), created_at }
}

/** Makes an address, in place of one that there is. */
export async function renew(db: Db, tools: Tools, id: string): Promise<InboundAddress> {
  const code = randomBytes(16).toString('base64url')
  const sealed = await tools.sealer.seal(code, ownerOf(id))
  const made = await db`
    update message_channels set version = version + 1, inbound_hash = ${hashOf(code)}, inbound_sealed = ${sealed},
      inbound_at = now()
    where id = ${id} and channel <> 'email' returning 1`
  const address = await get(db, tools, id)
  if (made.length === 0) throw conflict('Answers to emails are not reported here.', 'email')
  return address
}

/** Ends the address of a channel. */
export async function revoke(db: Db, id: string): Promise<void> {
  const revoked = await db`
    update message_channels set version = version + 1, inbound_hash = null, inbound_sealed = null, inbound_at = null
    where id = ${id} and inbound_hash is not null returning 1`
  if (revoked.length === 0) throw notFound('Address')
}

export type Inbound = { channel: MessageChannel; sender_field: string; text_field: string }

/** The channel whose address this is, and what its provider calls number and text. */
export async function findChannel(db: Db, code: string): Promise<Inbound | undefined> {
  const [found] = await db<Inbound[]>`
    select channel, sender_field, text_field from message_channels where inbound_hash = ${hashOf(code)}`
  return found
}
