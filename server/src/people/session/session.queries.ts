import { hash, randomBytes } from 'node:crypto'
import { listOrderRequests } from '@our-print/contract/customer/orderRequests.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import { mayCall, seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import type { Profile } from '@our-print/contract/people/session.ts'
import type { Db } from '../../base/database/db.ts'
import { readChangedPhone } from '../../base/database/phones.ts'
import { isRecounting } from '../../base/database/timeZone.ts'
import { lockRecord } from '../../base/database/versions.ts'
import type { Actor } from '../../base/http/route.ts'
import { findQuestion } from '../../base/outgoing/places.queries.ts'
import { abilitiesOf } from '../abilities/abilitySets.queries.ts'
import type { Origin } from './signInLimits.queries.ts'

export const hashToken = (token: string) => hash('sha256', token, 'buffer')

/**
 * Creates a session and returns its token; only the token's hash is stored. Undefined if the account is inactive or
 * its password is no longer the one that was checked. The lock serializes this with a change of either, which ends all
 * sessions that exist then.
 */
export async function create(
  db: Db,
  staffUser: string,
  checkedHash: string,
  { address, device }: Place,
): Promise<{ id: string; token: string } | undefined> {
  const token = randomBytes(32).toString('base64url')
  const [opened] = await db<{ id: string }[]>`
    insert into sessions (token_hash, staff_user, address, device)
    select ${hashToken(token)}, id, ${address}, ${device} from staff_users
    where id = ${staffUser} and password_hash = ${checkedHash} and is_active
    for share
    returning id`
  return opened && { id: opened.id, token }
}

/** From where somebody signs in. */
export type Place = { address: string; device: string }

export type Found = Actor & {
  abilities: Ability[]
  token_hash: Buffer
  /** For a read the newest event: what is read after this look-up contains it and all before it. */
  event_id: number | null
}

/** A token's hash as PostgreSQL reads it in an array; the driver would send an array of buffers as one buffer. */
export const asHex = (hash: Buffer) => `\\x${hash.toString('hex')}`

/** A token is valid if it was used within 30 days and the account is active. */
const isValid = (db: Db) => db`holder.is_active and session.used_at > now() - interval '30 days'`

/** The staff users of valid tokens; for reads it publishes the events that wait. */
export const findActors = (db: Db, hashes: Buffer[], isForRead = false) => db<Found[]>`
  select session.token_hash, holder.id, holder.email, holder.full_name, holder.is_superuser,
    ${abilitiesOf(db, db`holder`)},
    ${isForRead ? db`(select publish_events())` : db`null::bigint`} as event_id
  from sessions session join staff_users holder on holder.id = session.staff_user
  where session.token_hash = any(${hashes.map(asHex)}::bytea[]) and ${isValid(db)}`

/** Marks a session as used, at most once a minute, because a write would be the slowest part of most requests. */
export const touch = (db: Db, tokenHash: Buffer) => db`
  update sessions set used_at = now() where token_hash = ${tokenHash} and used_at < now() - interval '1 minute'`

/** Ends a session and says which; nothing if another request has ended it. */
export const remove = (db: Db, tokenHash: Buffer) => db<
  { id: string; device: string | null; address: string | null }[]
>`
  delete from sessions where token_hash = ${tokenHash} returning id, device, address`

export const removeOthers = (db: Db, staffUser: string, tokenHash: Buffer) => db`
  delete from sessions where staff_user = ${staffUser} and token_hash <> ${tokenHash}`

/** Ends all sessions of a staff user. */
export const removeAll = (db: Db, staffUser: string) =>
  db`delete from sessions where staff_user = ${staffUser}`

export const sweep = (db: Db) => db`
  delete from sessions where used_at < now() - interval '30 days'`

export type Account = Actor & {
  abilities: Ability[]
  password_hash: string
  is_active: boolean
  mobile: string | null
  /** Whether it is the account of this email, and not one used in its place. */
  is_theirs: boolean
  knows_network: boolean
  knows_device: boolean
}

/**
 * The account of an email, and whether it signed in from this network or device before. For an unknown email another
 * account is returned, always the same one for one email. Hashes may differ in cost, so without this the response time
 * would show which emails have an account.
 */
export async function findAccount(
  db: Db,
  email: string,
  { network, device }: Origin,
): Promise<Account | undefined> {
  const known = (origin: string | undefined) => db`u.email = ${email} and exists (
    select from sign_in_origins o where o.staff_user = u.id and o.origin = ${origin ?? null})`
  const [account] = await db<Account[]>`
    select u.id, u.email, u.full_name, u.mobile, u.is_superuser, ${abilitiesOf(db, db`u`)}, u.password_hash, u.is_active,
      u.email = ${email} as is_theirs, ${known(network)} as knows_network, ${known(device)} as knows_device
    from staff_users u where not u.is_api_key
    order by u.email = ${email} desc, hashtextextended(u.id::text || ${email}, 0) limit 1`
  return account
}

/** The id of the account with this email. */
export async function findId(db: Db, email: string): Promise<string | undefined> {
  const [found] = await db<{ id: string }[]>`select id from staff_users where email = ${email}`
  return found?.id
}

export async function getProfile(db: Db, actor: Actor): Promise<Profile> {
  const [{ unseen, requests, abilities, ...own }] = await db<
    [Profile & { unseen: number; requests: number; abilities: Ability[] }]
  >`
    select s.id, s.email, s.full_name, s.is_superuser, ${abilitiesOf(db, db`s`)}, s.mobile, s.created_at, s.version, (
      select count(*)::int from order_mentions m
      join order_comments c on c.id = m.comment_id join orders o on o.id = c.order_id
      where m.person = s.id and m.seen_at is null and (${seesAllOrders(actor)} or o.assigned_user = s.id)
    ) as unseen,
      case when ${mayCall(actor, listOrderRequests)} then (select count(*)::int from order_requests where status = 'open') else 0 end as requests
    from staff_users s where s.id = ${actor.id}`
  const profile: Profile = {
    ...own,
    ...(abilities.length > 0 && { abilities }),
    ...(unseen > 0 && { unseen_mentions: unseen }),
    ...(requests > 0 && { requests_open: requests }),
  }
  if (!profile.is_superuser) return profile
  const [place_question, isCounting, waiting] = await Promise.all([
    findQuestion(db),
    isRecounting(db),
    countWaiting(db, actor),
  ])
  return {
    ...profile,
    ...(waiting > 0 && { approvals_waiting: waiting }),
    ...(place_question && { place_question }),
    ...(isCounting && { is_recounting: true }),
  }
}

/** How many acts of others wait for a second person. */
async function countWaiting(db: Db, { id }: Actor): Promise<number> {
  const [row] = await db<[{ waiting: number }]>`
    select count(*)::int as waiting from approvals
    where status = 'waiting' and expires_at > now() and ${id} not in (asked_by, asker)`
  return row.waiting
}

/** What the person is about to change; 409 if they saw an older version of it. */
export const lockProfile = (db: Db, actor: Actor, version: number | undefined) =>
  lockRecord(
    db,
    { table: 'staff_users', name: 'Staff user', get: () => getProfile(db, actor) },
    actor.id,
    version,
  )

export async function updateProfile(
  db: Db,
  actor: Actor,
  current: Profile,
  fields: { full_name: string; mobile?: string | null },
) {
  const mobile = readChangedPhone(fields.mobile, current.mobile, 'mobile')
  await db`
    update staff_users set version = version + 1, full_name = ${fields.full_name}
      ${mobile === undefined ? db`` : db`, mobile = ${mobile}`}
    where id = ${current.id}`
  return getProfile(db, actor)
}

/** Sets the password of somebody else, without a check of the current one. */
export const setPassword = (db: Db, id: string, passwordHash: string, by: string) => db`
  update staff_users set version = version + 1, password_hash = ${passwordHash}, password_set_by = ${by}
  where id = ${id}`

/**
 * Replaces the password of an active account by a new one of their own, or its hash alone; false if it is no longer the one
 * that was checked.
 */
export async function replacePassword(
  db: Db,
  { id, password_hash }: Account,
  passwordHash: string,
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const changed = await db`
    update staff_users set version = version + 1, password_hash = ${passwordHash}
      ${isNew ? db`, password_set_by = null` : db``}
    where id = ${id} and password_hash = ${password_hash} and is_active returning 1`
  return changed.length > 0
}

export async function getShopName(db: Db): Promise<string> {
  const [row] = await db<[{ name: string | null }]>`select contact->>'name' as name from configurations`
  return row.name ?? ''
}
