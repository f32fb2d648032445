import { randomBytes } from 'node:crypto'
import type { Db, Pool } from '../database/db.ts'
import { Problem } from '../http/problem.ts'
import { checkPassword } from './checkPassword.ts'
import { type Hasher, isOutdated } from './password.ts'
import * as sessions from './session.queries.ts'
import * as limits from './signInLimits.queries.ts'

type SignIn = { email: string; password: string; address: string; deviceToken: string | undefined }

/**
 * Returns the token of a new session, and the token that identifies the device. A wrong password, an unknown and an
 * inactive account get the same 422, after an equal time.
 */
export async function signIn(pool: Pool, { email, password, address, deviceToken }: SignIn) {
  const origin = limits.originOf(address, deviceToken)
  const opened = await checkPassword(pool, { email, password, origin }, async (account, hasher) => {
    const checkedHash = await renewHash(pool, account, password, hasher)
    return checkedHash && openSession(pool, account, checkedHash, { address, deviceToken })
  })
  if (!opened) throw new Problem(422, 'wrong_credentials', 'Email or password is wrong')
  return opened
}

/** Renews an outdated hash. Undefined means that the password was changed meanwhile. */
async function renewHash(
  pool: Pool,
  account: sessions.Account,
  password: string,
  hasher: Hasher,
): Promise<string | undefined> {
  if (!isOutdated(account.password_hash)) return account.password_hash
  const renewed = await hasher.hash(password)
  return (await sessions.replacePassword(pool, account, renewed)) ? renewed : undefined
}

type Device = Pick<SignIn, 'address' | 'deviceToken'>

const openSession = (pool: Pool, account: sessions.Account, checkedHash: string, device: Device) =>
  pool.begin(async (tx) => {
    const token = await sessions.create(tx, account.id, checkedHash)
    if (!token) return undefined
    const deviceToken = await chooseDeviceToken(tx, device.deviceToken)
    const origin = limits.originOf(device.address, deviceToken)
    await limits.saveOrigin(tx, account.id, origin)
    await limits.clearFailures(tx, account.email, origin)
    const { id, email, full_name, is_superuser } = account
    return { answer: { token, user: { id, email, full_name, is_superuser } }, deviceToken }
  })

/** Keeps a token that we issued, because it may identify other accounts too; any other value is replaced. */
async function chooseDeviceToken(db: Db, given: string | undefined) {
  const isOurs = given !== undefined && (await limits.isKnownDevice(db, given))
  return isOurs ? given : randomBytes(32).toString('base64url')
}
