import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** What every answer carries. Computed once: helmet would compute the same for each request. */
export const securityHeaders: Readonly<Record<string, string>> = {
  ...helmetHeaders(),
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  // Nothing here is for a search engine; the redirect of a QR code takes it off.
  'x-robots-tag': 'noindex',
}

function helmetHeaders(): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet({
    contentSecurityPolicy: false,
    hsts: false,
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })(request, response, () => {})
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

/** The first hook of all, so that whatever refuses a request later has them, too. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(securityHeaders)
    done()
  })
}
