import type { PushKind, PushMessage } from '@our-print/contract/shop/pushKinds.ts'
import type { PushSubscription } from '@our-print/contract/shop/pushSubscriptions.ts'
import type { Db } from '../../base/database/db.ts'
import { notFound, unprocessable } from '../../base/http/problem.ts'

// The devices of a person.

const columns = (db: Db) => db`id, endpoint, kinds, quiet_from, quiet_to, created_at`

/** More devices nobody has in use. */
const mostDevices = 20

export const list = (db: Db, person: string) => db<PushSubscription[]>`
  select ${columns(db)} from push_subscriptions where person = ${person} order by id desc`

type NewSubscription = {
  person: string
  endpoint: string
  p256dh: string
  auth: string
  public_key: string
  kinds: readonly PushKind[]
  quiet_from: number | null
  quiet_to: number | null
}

/** Keeps the device of a session. What another person was told on it is theirs no more. */
export async function put(
  db: Db,
  tokenHash: Buffer,
  subscription: NewSubscription,
): Promise<PushSubscription> {
  const { person, endpoint, kinds, ...rest } = subscription
  const [session] = await db<{ id: string }[]>`
    select id from sessions where token_hash = ${tokenHash} and staff_user = ${person} for key share`
  if (!session)
    throw unprocessable('endpoint', 'Only a device on which you are signed in is told what happens')
  await db`delete from push_subscriptions where endpoint = ${endpoint} and person <> ${person}`
  const row = { ...rest, person, endpoint, kinds: [...kinds], session: session.id }
  const [kept] = await db<[PushSubscription]>`
    insert into push_subscriptions ${db(row)}
    on conflict (endpoint) do update set ${db({ ...rest, kinds: [...kinds], session: session.id })}
    returning ${columns(db)}`
  const [{ many }] = await db<[{ many: number }]>`
    select count(*)::int as many from push_subscriptions where person = ${person}`
  if (many > mostDevices)
    throw unprocessable('endpoint', `At most ${mostDevices} devices are told what happens`)
  return kept
}

export async function remove(db: Db, person: string, id: string): Promise<void> {
  const removed = await db`
    delete from push_subscriptions where id = ${id} and person = ${person} returning 1`
  if (removed.length === 0) throw notFound('Device')
}

/** A copy of the shop tells nobody’s device; returns how many there were. */
export async function removeAll(db: Db): Promise<number> {
  const { count } = await db`delete from push_subscriptions`
  return count
}

// Sending.

/** A device as it is addressed. */
export type Target = Omit<NewSubscription, 'person' | 'kinds'> & { id: string; zone: string }

/** Devices that have something to be told now. */
export async function findDueDevices(db: Db): Promise<string[]> {
  const due = await db<{ subscription: string }[]>`
    select distinct subscription from push_messages where next_try_at <= now()`
  return due.map(({ subscription }) => subscription)
}

export async function findTarget(db: Db, id: string): Promise<Target | undefined> {
  const [target] = await db<Target[]>`
    select s.id, s.endpoint, s.p256dh, s.auth, s.public_key, s.quiet_from, s.quiet_to, c.time_zone as zone
    from push_subscriptions s cross join shop_clock c where s.id = ${id}`
  return target
}

export type DueMessage = PushMessage & { attempts: number; is_old: boolean }

/** Hours after which what could not be told is no news any more. */
export const newsHours = 24

export const findDue = (db: Db, subscription: string) => db<DueMessage[]>`
  select id, kind, record, number::int as number, many, attempts,
    created_at < now() - ${newsHours} * interval '1 hour' as is_old
  from push_messages where subscription = ${subscription} and next_try_at <= now() order by id limit 10`

/** It was sent, or is given up. */
export const drop = (db: Db, id: string) => db`delete from push_messages where id = ${id}`

export const tryLater = (db: Db, id: string, seconds: number) => db`
  update push_messages set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${seconds}) where id = ${id}`

/** All that waits for a device waits so much longer. */
export const waitFor = (db: Db, subscription: string, minutes: number) => db`
  update push_messages set next_try_at = now() + make_interval(mins => ${minutes})
  where subscription = ${subscription} and next_try_at <= now()`

/** A device that is gone, or subscribed with a key that the server has no more. */
export const removeGone = (db: Db, id: string) => db`delete from push_subscriptions where id = ${id}`
