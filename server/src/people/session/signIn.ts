import { randomBytes } from 'node:crypto'
import { addEntry, addFailedSignIn } from '../../base/database/auditTrail.ts'
import type { Db, Pool } from '../../base/database/db.ts'
import { Problem } from '../../base/http/problem.ts'
import { prepareTransaction } from '../../base/http/route.ts'
import { checkPassword } from './checkPassword.ts'
import { type Hasher, isOutdated } from './password.ts'
import * as sessions from './session.queries.ts'
import * as limits from './signInLimits.queries.ts'

type SignIn = sessions.Place & {
  email: string
  password: string
  deviceToken: string | undefined
  requestId: string
}

/**
 * Returns the token of a new session, and the token that identifies the device. A wrong password, an unknown and an
 * inactive account get the same 422, after an equal time.
 */
export async function signIn(pool: Pool, { email, password, ...from }: SignIn) {
  const origin = limits.originOf(from.address, from.deviceToken)
  const opened = await checkPassword(pool, { email, password, origin }, async (account, hasher) => {
    const checkedHash = await renewHash(pool, account, password, hasher)
    return checkedHash && openSession(pool, account, checkedHash, from)
  })
  if (!opened) {
    await traceFailure(pool, email, from)
    throw new Problem(422, 'wrong_credentials', 'Email or password is wrong')
  }
  return opened
}

/** The same statements for every email: the time must not show which ones have an account. */
const traceFailure = async (pool: Pool, email: string, { address, device, requestId }: Origin) =>
  addFailedSignIn(pool, {
    account: await sessions.findId(pool, email),
    email,
    address,
    device,
    request_id: requestId,
  })

/** Renews an outdated hash. Undefined means that the password was changed meanwhile. */
async function renewHash(
  pool: Pool,
  account: sessions.Account,
  password: string,
  hasher: Hasher,
): Promise<string | undefined> {
  if (!isOutdated(account.password_hash)) return account.password_hash
  const renewed = await hasher.hash(password)
  return (await sessions.replacePassword(pool, account, renewed, { isNew: false })) ? renewed : undefined
}

type Origin = Omit<SignIn, 'email' | 'password'>

const openSession = (pool: Pool, account: sessions.Account, checkedHash: string, from: Origin) =>
  pool.begin(async (tx) => {
    await prepareTransaction(tx, null, from.requestId)
    const { address, device } = from
    const session = await sessions.create(tx, account.id, checkedHash, from)
    if (!session) return undefined
    await addEntry(tx, {
      actor: account.id,
      action: 'sign_in',
      entity: 'sessions',
      entity_id: session.id,
      after: { address, device },
      request_id: from.requestId,
    })
    const deviceToken = await chooseDeviceToken(tx, from.deviceToken)
    const origin = limits.originOf(address, deviceToken)
    await limits.saveOrigin(tx, account.id, origin)
    await limits.clearFailures(tx, account.email, origin)
    const { id, email, full_name, is_superuser, abilities } = account
    return {
      answer: {
        token: session.token,
        user: { id, email, full_name, is_superuser, ...(abilities.length > 0 && { abilities }) },
      },
      deviceToken,
    }
  })

/** Keeps a token that we issued, because it may identify other accounts too; any other value is replaced. */
async function chooseDeviceToken(db: Db, given: string | undefined) {
  const isOurs = given !== undefined && (await limits.isKnownDevice(db, given))
  return isOurs ? given : randomBytes(32).toString('base64url')
}
