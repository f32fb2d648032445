import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** The headers of every response. Computed once: helmet would compute the same for each request. */
export const securityHeaders: Readonly<Record<string, string>> = {
  ...helmetHeaders(),
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  // Nothing here is for search engines; only the redirect of a QR code removes this header.
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

/** Adds the first hook, so that the errors of later hooks also have these headers. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(securityHeaders)
    done()
  })
}

/** The Content-Security-Policy of a page: scripts and styles from this origin only, besides those that it contains itself. */
export function pagePolicy(page = ''): string {
  const hashes = (tag: RegExp) =>
    [...page.matchAll(tag)].map(
      ([, code = '']) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    )
  return [
    `default-src 'self'`,
    `script-src 'self'${hashes(inlineScript).join('')}`,
    `style-src 'self'${hashes(inlineStyle).join('')}`,
    `img-src 'self' data: blob:`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

const inlineScript = /<script>([^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/g
const inlineStyle = /<style>(.*?)<\/style>/gs
