import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { notFound } from './problem.ts'

type Access = { token: string | undefined; isBehindProxy: boolean }

/**
 * `GET /metrics`: Prometheus text, with the bearer token of METRICS_TOKEN, or to loopback without it. Behind a proxy
 * the token is always needed: a proxy on this machine makes every request come from loopback.
 */
export function registerMetrics(app: FastifyInstance, access: Access): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, access)) throw notFound('Page')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

// A proxy that nobody told us of still names itself or its client.
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

function mayRead({ headers, socket }: FastifyRequest, { token, isBehindProxy }: Access): boolean {
  const isDirect = !isBehindProxy && proxyHeaders.every((name) => headers[name] === undefined)
  if (isDirect && loopback.has(socket.remoteAddress ?? '')) return true
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token ?? ''}`)
  return token !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}
