import { hash } from 'node:crypto'
import type { Db } from '../database/db.ts'
import { networkOf } from '../http/clientAddress.ts'

/** From where an attempt comes: the network, and the device where it sent its token. */
export type Origin = { network: string; device: string | undefined }

/** A device's token as it is kept: who reads the database cannot pass for the device. */
const deviceOrigin = (token: string) => `device:${hash('sha256', token, 'base64url')}`

export const originOf = (address: string, deviceToken: string | undefined): Origin => ({
  network: networkOf(address),
  device: deviceToken && deviceOrigin(deviceToken),
})

/** An account as it is counted: known or not, the name that was typed is not kept. */
const accountKey = (email: string) => hash('sha256', email, 'buffer')

type Known = { knows_network: boolean; knows_device: boolean }

/** Counts an attempt before it is made. Answers 0, or the seconds to wait, in which case it is not counted. */
export async function countAttempt(db: Db, email: string, origin: Origin, known: Known): Promise<number> {
  const [{ seconds }] = await db<[{ seconds: number }]>`
    select count_sign_in_attempt(${accountKey(email)}, ${origin.network}, ${known.knows_network},
      ${origin.device ?? null}, ${known.knows_device}) as seconds`
  return seconds
}

/** A right password ends the count of wrong ones. */
export const clearFailures = (db: Db, email: string, { network, device }: Origin) => db`
  delete from sign_in_failures
  where account = ${accountKey(email)} and origin in (${network}, ${device ?? network})`

/** Ends all counts of wrong passwords of an account, so that a new password can be used at once. */
export const clearAllFailures = (db: Db, email: string) => db`
  delete from sign_in_failures where account = ${accountKey(email)}`

/** Whether any account signed in from this device. */
export async function isKnownDevice(db: Db, token: string): Promise<boolean> {
  const [row] = await db`select 1 from sign_in_origins where origin = ${deviceOrigin(token)} limit 1`
  return row !== undefined
}

const mostOrigins = 50

/** Remembers from where a person signed in, for the 50 places used last. */
export async function rememberOrigin(db: Db, staffUser: string, { network, device }: Origin): Promise<void> {
  const origins = device === undefined ? [network] : [network, device]
  await db`
    insert into sign_in_origins (origin, staff_user) select unnest(${origins}::text[]), ${staffUser}
    on conflict (origin, staff_user) do update set used_at = now()`
  await db`
    delete from sign_in_origins where staff_user = ${staffUser} and origin in (
      select origin from sign_in_origins where staff_user = ${staffUser} order by used_at desc offset ${mostOrigins})`
}

/** Forgets what no longer counts. Attempts do the same as they come; this is for when none come. */
export const sweepLimits = (db: Db) => db`
  with failures as (delete from sign_in_failures where expires_at < now()),
    pressure as (delete from sign_in_pressure where expires_at < now())
  delete from sign_in_origins where used_at < now() - interval '1 year'`
