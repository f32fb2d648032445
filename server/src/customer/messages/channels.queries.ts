import { createPrivateKey } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type {
  EmailSettings,
  MessageChannelSetup,
  ProviderSettings,
} from '@our-print/contract/customer/messageChannels.ts'
import type { MessageChannel } from '@our-print/contract/customer/messageFacts.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import type { Sealer } from '../../base/database/sealer.ts'
import { contains } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'
import type { EmailServer } from './sendEmail.ts'
import type { Provider } from './sendText.ts'

type Filter = { query?: string; ordering?: Ordering }

const columns = (db: Db) => db`
  c.id, c.channel, c.is_active, case when c.channel = 'email' then c.settings end as email,
  case when c.channel <> 'email' then c.settings end as provider, c.secret_sealed is not null as has_secret,
  c.dkim_sealed is not null as has_dkim_key, c.quiet_from, c.quiet_until, c.off_reason, c.sender_field, c.text_field, c.version`

export const { select, list } = defineList<Filter, MessageChannelSetup>((db, { query, ordering }) => ({
  select: db`select ${columns(db)} from message_channels c`,
  from: db`message_channels c`,
  where: query ? db`where ${contains(db, db`c.channel`, query)}` : db`where true`,
  id: db`c.id`,
  sequence: sequenceOf(ordering, {}, db`c.id`, 'id'),
}))

export async function get(db: Db, id: string): Promise<MessageChannelSetup> {
  const [setup] = await db<
    MessageChannelSetup[]
  >`select ${columns(db)} from message_channels c where c.id = ${id}`
  if (!setup) throw notFound('Channel')
  return setup
}

/** Which channel an id is of. */
export async function channelOf(db: Db, id: string): Promise<MessageChannel> {
  const { channel } = await get(db, id)
  return channel
}

export async function idOf(db: Db, channel: MessageChannel): Promise<string> {
  const [row] = await db<[{ id: string }]>`select id from message_channels where channel = ${channel}`
  return row.id
}

/** Of whom the sealed secrets are. */
const ownerOf = (id: string, what: 'secret' | 'dkim') => `message channel ${id} ${what}`

type Patch = Partial<MessageChannelSetup> & { secret?: string | null; dkim_key?: string | null }
type Settings = EmailSettings | ProviderSettings

/** Changes a channel. A kept secret is not sent to another server: it is typed again, or removed. */
export async function update(db: Db, sealer: Sealer, id: string, patch: Patch): Promise<MessageChannelSetup> {
  const { version, secret, dkim_key, email, provider, is_active, quiet_from, quiet_until, ...others } = patch
  const { sender_field, text_field, ...readOnly } = others
  const current = await lockRecord(db, { table: 'message_channels', name: 'Channel', get }, id, version)
  const { has_secret, has_dkim_key, off_reason, ...sent } = readOnly
  refuseChangedFields(sent, current)
  const isEmail = current.channel === 'email'
  const field = isEmail ? 'email' : 'provider'
  if (isEmail ? provider : email)
    throw invalid(isEmail ? 'provider' : 'email', 'This channel has no such settings')
  const before: Settings | null = current[field]
  const settings: Settings | null | undefined = isEmail ? email : provider
  const after = settings === undefined ? before : settings
  if (current.has_secret && secret === undefined && placeOf(after) !== placeOf(before))
    throw invalid('secret', 'Type it again, because the server is another one')
  if (email || dkim_key) refuseUnsigned(after, dkim_key, current.has_dkim_key)
  const active = is_active ?? current.is_active
  if (active && !after) throw conflict('Set this channel up before you switch it on.', 'not_set_up')
  const quiet = {
    quiet_from: quiet_from === undefined ? current.quiet_from : quiet_from,
    quiet_until: quiet_until === undefined ? current.quiet_until : quiet_until,
  }
  if ((quiet.quiet_from === null) !== (quiet.quiet_until === null))
    throw invalid(quiet.quiet_from === null ? 'quiet_from' : 'quiet_until', 'Give both times, or none')
  const row = {
    ...changedFields({ is_active, ...quiet, sender_field, text_field }, current),
    ...(!isDeepStrictEqual(after, before) && { settings: after && db.json(after) }),
    ...(secret !== undefined && {
      secret_sealed: secret && (await sealer.seal(secret, ownerOf(id, 'secret'))),
    }),
    ...(dkim_key !== undefined && {
      dkim_sealed: dkim_key && (await sealer.seal(dkim_key, ownerOf(id, 'dkim'))),
    }),
    ...(is_active && current.off_reason !== null && { off_reason: null }),
  }
  if (Object.keys(row).length === 0) return current
  await db`update message_channels set version = version + 1, ${db(row as Record<string, string>)} where id = ${id}`
  return get(db, id)
}

/** Refuses settings by which emails would go out unsigned, or with a signature that no receiver accepts, and nothing would say so. */
function refuseUnsigned(settings: Settings | null, key: string | null | undefined, hasKey: boolean): void {
  if (key && !isRsaKey(key))
    throw invalid('dkim_key', 'This is not a whole private key for RSA, without a password')
  if (!settings || !('host' in settings)) return
  const { dkim_domain, dkim_selector } = settings
  if (dkim_domain && !dkim_selector)
    throw invalid('email.dkim_selector', 'A signature needs its selector, too')
  if (dkim_selector && !dkim_domain) throw invalid('email.dkim_domain', 'A signature needs its domain, too')
  if (dkim_domain && !(key === undefined ? hasKey : key))
    throw invalid('dkim_key', 'Without its key nothing is signed')
  if (key && !dkim_domain) throw invalid('email.dkim_domain', 'A signature needs its domain, too')
}

/** Signatures are made by RSA, whatever the key: one of another kind would sign what nobody can check. */
function isRsaKey(key: string): boolean {
  try {
    return createPrivateKey(key).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Where the secret of settings goes. */
const placeOf = (settings: Settings | null) =>
  settings === null
    ? null
    : 'host' in settings
      ? `${settings.host}:${settings.port} ${settings.username}`
      : new URL(settings.url).host

/** A channel with what it needs to send. */
export type OpenChannel = { id: string; repeats_safely: boolean } & (
  | { channel: 'email'; server: EmailServer }
  | { channel: 'sms' | 'whatsapp'; provider: Provider }
)

/** Why nothing can be sent: as after a restore without the key. */
export const unreadableSecret = 'Its secret was kept with another key. Type it again and switch it on.'

type Row = {
  id: string
  channel: MessageChannel
  settings: Settings | null
  secret_sealed: Buffer | null
  dkim_sealed: Buffer | null
}

/** Opens the secrets of a channel: of one that is on, or by its id. Undefined where it is off or not set up; says why it cannot. */
export async function open(
  db: Db,
  sealer: Sealer,
  which: { active: MessageChannel } | { id: string },
): Promise<OpenChannel | undefined | 'unreadable'> {
  const [row] = await db<Row[]>`
    select id, channel, settings, secret_sealed, dkim_sealed from message_channels
    where ${'id' in which ? db`id = ${which.id}` : db`channel = ${which.active} and is_active`}`
  if (!row?.settings) return undefined
  const { id, channel, settings } = row
  const secret =
    row.secret_sealed &&
    ((await sealer.open(row.secret_sealed, ownerOf(id, 'secret'))) ?? ('unreadable' as const))
  const dkim_key =
    row.dkim_sealed && ((await sealer.open(row.dkim_sealed, ownerOf(id, 'dkim'))) ?? ('unreadable' as const))
  if (secret === 'unreadable' || dkim_key === 'unreadable') return 'unreadable'
  if (channel === 'email')
    return {
      id,
      channel,
      repeats_safely: false,
      server: { ...(settings as EmailSettings), password: secret, dkim_key },
    }
  const provider = settings as ProviderSettings
  return { id, channel, repeats_safely: provider.repeats_safely, provider: { ...provider, secret } }
}

/** Switches a channel off, with a reason that its screen shows. */
export const switchOff = (db: Db, id: string, reason: string) => db`
  update message_channels set version = version + 1, is_active = false, off_reason = ${reason}
  where id = ${id} and is_active`

/** Switches all active channels off; returns their names. */
export async function switchAllOff(db: Db, reason: string): Promise<string[]> {
  const off = await db<{ channel: string }[]>`
    update message_channels set version = version + 1, is_active = false, off_reason = ${reason} where is_active
    returning channel`
  return off.map(({ channel }) => channel).toSorted()
}

/**
 * Whether a channel is quiet now, by the clock of the shop; the times may lie on both sides of midnight. The same time twice
 * means none, as for devices: nothing would ever be sent.
 */
export const isQuiet = (db: Db) => db`
  (c.quiet_from is not null and c.quiet_from <> c.quiet_until and case when c.quiet_from < c.quiet_until
    then ${clock(db)} >= c.quiet_from and ${clock(db)} < c.quiet_until
    else ${clock(db)} >= c.quiet_from or ${clock(db)} < c.quiet_until end)`

const clock = (db: Db) => db`to_char(now() at time zone (select time_zone from shop_clock), 'HH24:MI')`
