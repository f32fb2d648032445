import type { ServerResponse } from 'node:http'
import type { Endpoint, Work } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { jsonLimit } from './requestHead.ts'
import { type Limits, type Release, WorkQueue } from './workQueue.ts'

/** Database connections of each pool. */
export const connections = { main: 16, search: 3, export: 2, scan: 1 } as const

export type Kind = 'read' | 'write' | 'search' | 'large' | 'receiving' | 'export' | 'scan' | Work

/**
 * How much of each kind of work runs and waits; see docs/decisions/016-bounded-queues.md. Each kind has its own queue,
 * so that none blocks another. Kinds that hold a main connection for a whole transaction (write, bulk, import, the end
 * of an upload) leave some connections to reads. A queue has about a second of work or less.
 */
export const defaultLimits: Record<Kind, Limits> = {
  read: { running: 64, waiting: 300, patience: 1500 },
  search: { running: 2 * connections.search, waiting: 20, patience: 1500 },
  report: { running: 2, waiting: 10, patience: 3000 },
  // A rush for vouchers is hundreds of requests at once, and is over within seconds.
  write: { running: 10, waiting: 500, patience: 4000 },
  bulk: { running: 1, waiting: 6, patience: 10_000, retryAfter: 5 },
  import: { running: 2, waiting: 0, patience: 0, retryAfter: 5 },
  // Forms that are being received, which takes minutes on a slow connection.
  receiving: { running: 64, waiting: 32, patience: 5000 },
  // Forms that are received completely, to be checked and stored.
  upload: { running: 6, waiting: 32, patience: 5000 },
  export: { running: connections.export, waiting: 6, patience: 20_000, lateness: 10_000, retryAfter: 5 },
  file: { running: 128, waiting: 64, patience: 15_000, lateness: 10_000 },
  scan: { running: 300, waiting: 700, patience: 2000 },
  // Limited before the bodies are read, as they are held in memory.
  large: { running: 2, waiting: 60, patience: 30_000, retryAfter: 5 },
  // The queue for password hashes comes after this one.
  'sign-in': { running: 8, waiting: 40, patience: 5000 },
}

export type Admission = ReturnType<typeof createAdmission>

export const kinds = Object.keys(defaultLimits) as Kind[]

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits until the request may run; called when its whole body is here. Null if it has no limit. */
    takePlace: (() => Promise<void>) | null
  }
}

type QueuedRequest = {
  response: ServerResponse
  kind: Kind
  entered: Set<Kind>
  releases: Release[]
  isHandled?: boolean
}

/** Limits how much of each kind of work runs and waits, and refuses the rest early, while that is still cheap. */
export function createAdmission(limits: Partial<Record<Kind, Limits>> = {}) {
  const all = { ...defaultLimits, ...limits }
  const queues = Object.fromEntries(
    Object.entries(all).map(([kind, one]) => [kind, new WorkQueue(one)]),
  ) as Record<Kind, WorkQueue>
  const queuedRequests = new WeakMap<FastifyRequest, QueuedRequest>()

  const begin = async (request: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    const kind = kindOf(request)
    if (!kind) return
    queues[kind].refuseIfFull()
    // An export enters its queue by itself, and leaves it when the last row is read.
    if (kind === 'export') return
    const queued: QueuedRequest = { response: raw, kind, entered: new Set(), releases: [] }
    queuedRequests.set(request, queued)
    request.takePlace = () => enter(queued, kind)
    // A request with a body enters when the body is here, so that a slow sender does not use up the limit.
    if (request.method === 'GET' || request.method === 'HEAD') await request.takePlace()
  }

  const enter = async (queued: QueuedRequest, kind: Kind): Promise<void> => {
    if (queued.entered.has(kind)) return
    queued.entered.add(kind)
    const release = await queues[kind].enter(queued.response)
    queued.releases.push(release)
    // Closed before the handler ran. Once it runs, its work goes on even if the client has disconnected.
    queued.response.once('close', () => {
      if (!queued.isHandled) release()
    })
    if (queued.response.destroyed && !queued.isHandled) release()
  }

  /** Large bodies are held in memory, so few are read at a time. */
  const enterIfLarge = async (request: FastifyRequest): Promise<void> => {
    const queued = queuedRequests.get(request)
    if (queued?.kind === 'large') await enter(queued, 'large')
  }

  /** A form is read by its handler, which calls `takePlace` after the last byte. */
  const enterBeforeHandler = async (request: FastifyRequest): Promise<void> => {
    const queued = queuedRequests.get(request)
    if (queued) await enter(queued, isForm(request) ? 'receiving' : queued.kind)
  }

  /** Leaves the queues when the handler has ended, also after an error. */
  const releaseAfterHandler = (route: RouteOptions): void => {
    const { handler, config, url } = route
    if (!config?.endpoint && url !== '/') return
    route.handler = async function (request, reply) {
      const queued = queuedRequests.get(request)
      if (queued) queued.isHandled = true
      try {
        const response: unknown = await handler.call(this, request, reply)
        return response
      } finally {
        for (const release of queued?.releases ?? []) release()
      }
    }
  }

  return {
    queues,
    enterIfLarge,
    watch(app: FastifyInstance): void {
      app.decorateRequest('takePlace', null)
      app.addHook('onRequest', begin)
      app.addHook('preValidation', enterBeforeHandler)
      app.addHook('onRoute', releaseAfterHandler)
    },
  }
}

const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') === true

/** The kind of work, from the endpoint or its method and query. Health checks, pages and their files have no limit. */
export function kindOf(request: FastifyRequest): Kind | undefined {
  const {
    query,
    routeOptions: { config, url },
  } = request
  const { endpoint } = config
  const parameters = (query ?? {}) as { qr_code?: unknown; format?: unknown; query?: unknown }
  if (!endpoint) return url === '/' && parameters.qr_code !== undefined ? 'scan' : undefined
  if (parameters.format !== undefined) return 'export'
  if (endpoint.config.work) return endpoint.config.work
  if (endpoint.method !== 'GET') return ofWrite(request, endpoint)
  return typeof parameters.query === 'string' && parameters.query.trim() !== '' ? 'search' : 'read'
}

function ofWrite({ headers }: FastifyRequest, { config }: Endpoint): Kind {
  if (config.multipart === true) return 'upload'
  const length = headers['content-length']
  const mayBeLarge = config.bodyLimit !== undefined && (length === undefined || Number(length) > jsonLimit)
  return mayBeLarge && headers['content-type'] ? 'large' : 'write'
}
