import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from './problem.ts'
import type { WorkQueue } from './workQueue.ts'

/** `GET /metrics`: Prometheus text, only to loopback or with the bearer token of METRICS_TOKEN. */
export function registerMetrics(
  app: FastifyInstance,
  token: string | undefined,
  queues: Record<string, WorkQueue>,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  showQueues(registry, queues)
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
    if (!mayRead(request, token)) throw notFound('Page')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Read when they are asked for, so that they cost nothing in between. */
function showQueues(registry: Registry, queues: Record<string, WorkQueue>): void {
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

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  // The socket's own address: behind a proxy on this machine every request comes from loopback.
  const direct =
    request.headers['x-forwarded-for'] === undefined && loopback.has(request.socket.remoteAddress ?? '')
  if (direct) return true
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token ?? ''}`)
  return token !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}
