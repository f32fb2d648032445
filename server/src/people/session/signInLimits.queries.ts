import { hash } from 'node:crypto'
import type { Db } from '../../base/database/db.ts'
import { networkOf } from '../../base/http/clientAddress.ts'

/** Where an attempt comes from: the network, and the device if it sent its token. */
export type Origin = { network: string; device: string | undefined }

/** Stored as a hash, so that nobody who reads the database can pretend to be the device. */
const deviceOrigin = (token: string) => `device:${hash('sha256', token, 'base64url')}`

export const originOf = (address: string, deviceToken: string | undefined): Origin => ({
  network: networkOf(address),
  device: deviceToken && deviceOrigin(deviceToken),
})

/** Stored as a hash, so that emails without an account are not kept. */
const accountKey = (email: string) => hash('sha256', email, 'buffer')

type KnownOrigin = { knows_network: boolean; knows_device: boolean }

/** Counts an attempt before the password is checked. Returns 0, or the seconds to wait; then nothing is counted. */
export async function countAttempt(
  db: Db,
  email: string,
  origin: Origin,
  known: KnownOrigin,
): Promise<number> {
  const [{ seconds }] = await db<[{ seconds: number }]>`
    select count_sign_in_attempt(${accountKey(email)}, ${origin.network}, ${known.knows_network},
      ${origin.device ?? null}, ${known.knows_device}) as seconds`
  return seconds
}

/** Resets the count of wrong passwords after a correct one. */
export const clearFailures = (db: Db, email: string, { network, device }: Origin) => db`
  delete from sign_in_failures
  where account = ${accountKey(email)} and origin in (${network}, ${device ?? network})`

/** Resets all counts of wrong passwords of an account, so that its new password can be used immediately. */
export const clearAllFailures = (db: Db, email: string) => db`
  delete from sign_in_failures where account = ${accountKey(email)}`

/** Whether any account signed in from this device. */
export async function isKnownDevice(db: Db, token: string): Promise<boolean> {
  const [row] = await db`select 1 from sign_in_origins where origin = ${deviceOrigin(token)} limit 1`
  return row !== undefined
}

const maxOrigins = 50

/** Remembers from where a person signed in, for the 50 places used last. */
export async function saveOrigin(db: Db, staffUser: string, { network, device }: Origin): Promise<void> {
  const origins = device === undefined ? [network] : [network, device]
  await db`
    insert into sign_in_origins (origin, staff_user) select unnest(${origins}::text[]), ${staffUser}
    on conflict (origin, staff_user) do update set used_at = now()`
  await db`
    delete from sign_in_origins where staff_user = ${staffUser} and origin in (
      select origin from sign_in_origins where staff_user = ${staffUser} order by used_at desc offset ${maxOrigins})`
}

/** Forgets what no longer counts. Attempts do the same as they come; this is for when none come. */
export const sweepLimits = (db: Db) => db`
  with failures as (delete from sign_in_failures where expires_at < now()),
    pressure as (delete from sign_in_pressure where expires_at < now())
  delete from sign_in_origins where used_at < now() - interval '1 year'`
