import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'our_print_device'
// Browsers keep a cookie no longer than 400 days.
const maxAge = 400 * 24 * 3600

/** The token by which a device is known again. It opens nothing: only sign-in limits look at it. */
export function readDeviceToken(request: FastifyRequest): string | undefined {
  const token = parseCookie(request.headers.cookie ?? '')[name]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Gives the device its token; no script of a page can read it and no other site can send it. */
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
