import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'our_print_device'
// Browsers keep a cookie no longer than 400 days.
const maxAge = 400 * 24 * 3600

/** The token that identifies a device. It gives no access; only sign-in limits use it. */
export function readDeviceToken(request: FastifyRequest): string | undefined {
  const token = parseCookie(request.headers.cookie ?? '')[name]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Sends the device its token in a cookie that scripts cannot read and other sites cannot send. */
export const sendDeviceToken = (reply: FastifyReply, token: string, secure: boolean) =>
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
