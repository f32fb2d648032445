import { getDeviceKey } from '@our-print/contract/people/deviceKey.ts'
import * as contract from '@our-print/contract/people/session.ts'
import { parse } from 'bowser'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addEntry } from '../../base/database/auditTrail.ts'
import { refuseChangedFields } from '../../base/database/versions.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { invalid, unprocessable } from '../../base/http/problem.ts'
import { inActorTransaction, serve } from '../../base/http/route.ts'
import { readToken } from './access.ts'
import { checkPassword } from './checkPassword.ts'
import { checkNewPassword } from './newPassword.ts'
import * as sessions from './session.queries.ts'
import { signIn } from './signIn.ts'
import { clearFailures, originOf } from './signInLimits.queries.ts'

export function sessionRoutes(app: FastifyInstance, { pool, links, signer }: Dependencies): void {
  serve(app, pool, contract.signIn, async ({ body, request, reply }) => {
    const { answer, deviceToken } = await signIn(pool, {
      ...body,
      address: request.clientAddress,
      deviceToken: readDeviceToken(request),
      device: deviceName(request.headers['user-agent']),
      requestId: request.id,
    })
    sendDeviceToken(reply, deviceToken, links.publicUrl.startsWith('https:'))
    return answer
  })

  serve(app, pool, contract.signOut, async ({ db, actor, request, reply }) => {
    // Pictures and files, which the browser may keep for 15 minutes. What else it keeps the page removes itself: "storage" would
    // take the acts that wait to be sent, too.
    void reply.header('clear-site-data', '"cache"')
    for (const { id, ...before } of await sessions.remove(db, sessions.hashToken(readToken(request))))
      await addEntry(db, {
        actor: actor.id,
        action: 'sign_out',
        entity: 'sessions',
        entity_id: id,
        before,
        after: null,
        request_id: request.id,
      })
    return null
  })

  serve(app, pool, contract.getProfile, ({ db, actor }) => sessions.getProfile(db, actor))

  serve(app, pool, getDeviceKey, async ({ actor }) => ({ key: signer.secretOf(`device ${actor.id}`) }))

  serve(app, pool, contract.updateProfile, async ({ db, actor, body }) => {
    const { full_name, mobile, id, email, is_superuser, abilities, created_at, version } = body
    const current = await sessions.lockProfile(db, actor, version)
    // What else is there counts what waits, and changes between reading and sending back.
    refuseChangedFields({ id, email, is_superuser, abilities, created_at }, current)
    return sessions.updateProfile(db, actor, current, { full_name, mobile })
  })

  serve(app, pool, contract.updatePassword, async ({ actor, body, request }) => {
    const { current_password, new_password } = body
    // Else whoever set it would still know what counts as this person's own from now on.
    if (new_password === current_password)
      throw invalid('new_password', 'Choose another password than the current one')
    const { mobile } = await sessions.getProfile(pool, actor)
    await checkNewPassword(pool, new_password, 'new_password', { ...actor, mobile })
    const origin = originOf(request.clientAddress, readDeviceToken(request))
    const attempt = { email: actor.email, password: current_password, origin }
    const isChanged = await checkPassword(pool, attempt, async (account, hasher) => {
      const passwordHash = await hasher.hash(new_password)
      return inActorTransaction(pool, request, async (tx) => {
        // Another request may have set a password or deactivated the account while this one was hashed.
        if (!(await sessions.replacePassword(tx, account, passwordHash, { isNew: true }))) return false
        await sessions.removeOthers(tx, actor.id, sessions.hashToken(readToken(request)))
        await clearFailures(tx, actor.email, origin)
        return true
      })
    })
    if (!isChanged) throw unprocessable('current_password', 'This is not your current password')
    return null
  })
}

const maxAgentLength = 1000

/** A device in a few words, from the User-Agent header: 'Chrome on Windows', 'Safari on an iPhone'. */
export function deviceName(agent: string | undefined): string {
  if (!agent) return 'Unknown device'
  const { browser, os, platform } = parse(agent.slice(0, maxAgentLength))
  // Of an unknown browser the name is empty, and the header begins with that of its program: 'curl/8.1'.
  const own = agent.split(/[ /]/, 1)[0]?.slice(0, 40)
  const program = [browser.name, own].find(Boolean)
  const model = /^(iPhone|iPad)$/.test(platform.model ?? '') ? `an ${platform.model}` : undefined
  const system = model ?? os.name
  return system ? `${program} on ${system}` : (program ?? 'Unknown device')
}

const name = 'our_print_device'
// Browsers keep a cookie no longer than 400 days.
const maxAge = 400 * 24 * 3600

/** The token that identifies a device. It gives no access; only sign-in limits use it. */
function readDeviceToken(request: FastifyRequest): string | undefined {
  const token = parseCookie(request.headers.cookie ?? '')[name]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Sends the device its token in a cookie that scripts cannot read and other sites cannot send. */
const sendDeviceToken = (reply: FastifyReply, token: string, secure: boolean) =>
  reply.header(
    'set-cookie',
    stringifySetCookie({
      name,
      value: token,
      httpOnly: true,
      sameSite: 'strict',
      path: '/api',
      maxAge,
      secure,
    }),
  )
