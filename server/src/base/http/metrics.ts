import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from './problem.ts'
import type { WorkQueue } from './workQueue.ts'

type Options = { token: string | undefined; isBehindProxy: boolean; queues: Record<string, WorkQueue> }

/**
 * `GET /metrics`: Prometheus text, with the bearer token of METRICS_TOKEN, or from loopback without it. Behind a proxy
 * the token is always needed, because a proxy on this machine makes every request come from loopback.
 */
export function registerMetrics(app: FastifyInstance, { queues, ...access }: Options): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerQueueMetrics(registry, queues)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isAuthorized(request, access)) throw notFound('Page')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Collected on request, so that they cost nothing in between. */
function registerQueueMetrics(registry: Registry, queues: Record<string, WorkQueue>): void {
  const labelNames = ['kind']
  const all = Object.entries(queues)
  const running = new Gauge({
    name: 'work_running',
    help: 'Requests that have a place, by kind of work',
    labelNames,
    registers: [],
    collect() {
      for (const [kind, queue] of all) this.set({ kind }, queue.running)
    },
  })
  const waiting = new Gauge({
    name: 'work_waiting',
    help: 'Requests that wait for a place, by kind of work',
    labelNames,
    registers: [],
    collect() {
      for (const [kind, queue] of all) this.set({ kind }, queue.waiting)
    },
  })
  const refused = new Counter({
    name: 'work_refused_total',
    help: 'Requests refused with 503 as their queue was full or the wait too long, by kind of work',
    labelNames,
    registers: [],
    collect() {
      this.reset()
      for (const [kind, queue] of all) this.inc({ kind }, queue.refused)
    },
  })
  for (const metric of [running, waiting, refused]) registry.registerMetric(metric)
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

// Headers that show a proxy which TRUST_PROXY does not name.
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

function isAuthorized(
  { headers, socket }: FastifyRequest,
  { token, isBehindProxy }: Omit<Options, 'queues'>,
): boolean {
  const isDirect = !isBehindProxy && proxyHeaders.every((name) => headers[name] === undefined)
  if (isDirect && loopback.has(socket.remoteAddress ?? '')) return true
  // The case of a scheme has no meaning.
  const given = Buffer.from(/^bearer (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token ?? '')
  return token !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}
