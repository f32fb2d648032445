import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of these origins call the API from the browser (CORS). Without cookies: a token or key comes in its header. Call
 * it before the hooks that refuse requests, so that such a page can read why.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    // For others everything is as if the setting were off, also OPTIONS.
    origin: (origin, allow) => allow(null, origin !== undefined && origins.includes(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-None-Match',
      'If-Range',
      'Last-Event-ID',
      'Range',
    ],
    exposedHeaders: [
      'Accept-Ranges',
      'Allow',
      'Content-Disposition',
      'Content-Range',
      'ETag',
      'Location',
      'Retry-After',
      'WWW-Authenticate',
      'X-Event-Id',
    ],
    // Seconds for which a browser does not ask again.
    maxAge: 600,
    strictPreflight: false,
  })
}
