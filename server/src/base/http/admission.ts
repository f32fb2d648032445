import type { ServerResponse } from 'node:http'
import type { Endpoint, Work } from '@our-print/contract/endpoint.ts'
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import { tooManyRequests } from './problem.ts'
import { type Limits, type Release, WorkQueue } from './workQueue.ts'

/** Database connections of each pool. */
export const connections = { main: 16, quick: 4, search: 3, lookup: 3, export: 2, scan: 1 } as const

export type WorkKind = 'read' | 'write' | 'search' | 'large' | 'receiving' | 'export' | 'scan' | Work

/**
 * How much of each kind of work runs and waits; see docs/decisions/016-bounded-queues.md. Each kind has its own queue,
 * so that none blocks another. Kinds that hold a main connection for a whole transaction (write, bulk, import, the end
 * of an upload) leave some connections to reads. A queue has about a second of work or less.
 */
export const defaultLimits: Record<WorkKind, Limits> = {
  read: { concurrency: 64, queueLength: 300, queueTimeoutMs: 1500 },
  search: { concurrency: 2 * connections.search, queueLength: 20, queueTimeoutMs: 1500 },
  report: { concurrency: 2, queueLength: 10, queueTimeoutMs: 3000 },
  // When many customers want one voucher, hundreds of requests arrive together and are done within seconds.
  write: { concurrency: 10, queueLength: 500, queueTimeoutMs: 4000 },
  bulk: { concurrency: 1, queueLength: 6, queueTimeoutMs: 10_000, retryAfter: 5 },
  import: { concurrency: 2, queueLength: 0, queueTimeoutMs: 0, retryAfter: 5 },
  // Forms that are being received, which takes minutes on a slow connection.
  receiving: { concurrency: 64, queueLength: 32, queueTimeoutMs: 5000 },
  // Forms that are received completely, to be checked and stored.
  upload: { concurrency: 6, queueLength: 32, queueTimeoutMs: 5000 },
  export: {
    concurrency: connections.export,
    queueLength: 6,
    queueTimeoutMs: 20_000,
    slowReaderMs: 10_000,
    retryAfter: 5,
  },
  file: { concurrency: 128, queueLength: 64, queueTimeoutMs: 15_000, slowReaderMs: 10_000 },
  scan: { concurrency: 300, queueLength: 700, queueTimeoutMs: 2000 },
  // Limited before the bodies are read, as they are held in memory.
  large: { concurrency: 2, queueLength: 60, queueTimeoutMs: 30_000, retryAfter: 5 },
  // Tests of webhooks and printers, which take as long as somebody else's machine takes to answer: up to 15 seconds.
  outside: { concurrency: 12, queueLength: 24, queueTimeoutMs: 5000, perCaller: 3, retryAfter: 5 },
  // The queue for password hashes comes after this one.
  'sign-in': { concurrency: 8, queueLength: 40, queueTimeoutMs: 5000 },
}

export type Admission = ReturnType<typeof createAdmission>

export const kinds = Object.keys(defaultLimits) as WorkKind[]

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits until the request may run; called when its whole body is here. Null if it has no limit. */
    acquireSlot: (() => Promise<void>) | null
  }
}

type QueuedRequest = {
  request: FastifyRequest
  response: ServerResponse
  kind: WorkKind
  entered: Set<WorkKind>
  releases: Release[]
  isHandled?: boolean
}

/** Limits how much of each kind of work runs and waits, and refuses the rest early, while that is still cheap. */
export function createAdmission(limits: Partial<Record<WorkKind, Limits>> = {}) {
  const all = { ...defaultLimits, ...limits }
  const queues = Object.fromEntries(
    Object.entries(all).map(([kind, one]) => [kind, new WorkQueue(one)]),
  ) as Record<WorkKind, WorkQueue>
  const queuedRequests = new WeakMap<FastifyRequest, QueuedRequest>()
  /** Places of the kinds with a limit for each caller, by kind and caller. */
  const placesOf = new Map<string, number>()

  const begin: onRequestHookHandler = (request, { raw }, done) => {
    const kind = workKindOf(request)
    if (!kind) return done()
    queues[kind].refuseIfFull()
    // An export enters its queue by itself, and leaves it when the last row is read.
    if (kind === 'export') return done()
    const queued: QueuedRequest = { request, response: raw, kind, entered: new Set(), releases: [] }
    queuedRequests.set(request, queued)
    request.acquireSlot = async () => enter(queued, kind)
    done()
  }

  /** Returns a promise only if the request must wait. */
  const enter = (queued: QueuedRequest, kind: WorkKind): Promise<void> | undefined => {
    if (queued.entered.has(kind)) return undefined
    queued.entered.add(kind)
    limitCaller(queued, kind)
    const release = queues[kind].enterNow(queued.response)
    if (!release) return queues[kind].enter(queued.response).then((later) => hold(queued, later))
    hold(queued, release)
    return undefined
  }

  const limitCaller = (queued: QueuedRequest, kind: WorkKind): void => {
    const { perCaller } = queues[kind].limits
    if (perCaller === undefined) return
    const { actor, clientAddress } = queued.request
    const key = `${kind} ${actor?.id ?? clientAddress}`
    const places = placesOf.get(key) ?? 0
    if (places >= perCaller)
      throw tooManyRequests(
        `${perCaller} of your requests still wait for an answer. Wait for one of them.`,
        5,
      )
    placesOf.set(key, places + 1)
    let isHeld = true
    hold(queued, () => {
      if (!isHeld) return
      isHeld = false
      const left = (placesOf.get(key) ?? 1) - 1
      if (left > 0) placesOf.set(key, left)
      else placesOf.delete(key)
    })
  }

  const hold = (queued: QueuedRequest, release: Release): void => {
    queued.releases.push(release)
    // Closed before the handler ran. Once it runs, its work goes on even if the client has disconnected.
    queued.response.once('close', () => {
      if (!queued.isHandled) release()
    })
    if (queued.response.destroyed && !queued.isHandled) release()
  }

  /** Large bodies are held in memory, so few are read at a time. */
  const acquireIfLarge = async (request: FastifyRequest): Promise<void> => {
    const queued = queuedRequests.get(request)
    if (queued?.kind === 'large') await enter(queued, 'large')
  }

  /**
   * A request enters once its token is known and its body is here, so that neither strangers nor slow senders use up the
   * limit. A form is read by its handler, which calls `acquireSlot` after the last byte.
   */
  const enterBeforeHandler: preValidationHookHandler = (request, _reply, done) => {
    const queued = queuedRequests.get(request)
    continueAfter(queued && enter(queued, isForm(request) ? 'receiving' : queued.kind), done)
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
    acquireIfLarge,
    watch(app: FastifyInstance): void {
      app.decorateRequest('acquireSlot', null)
      app.addHook('onRequest', begin)
      app.addHook('preValidation', enterBeforeHandler)
      app.addHook('onRoute', releaseAfterHandler)
    },
  }
}

const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') === true

/** The kind of work, from the endpoint or its method and query. Health checks, pages and their files have no limit. */
export function workKindOf(request: FastifyRequest): WorkKind | undefined {
  const {
    query,
    routeOptions: { config, url },
  } = request
  const { endpoint } = config
  const parameters = (query ?? {}) as { qr_code?: unknown; format?: unknown; query?: unknown }
  if (!endpoint) return url === '/' && parameters.qr_code !== undefined ? 'scan' : undefined
  if (parameters.format !== undefined) return 'export'
  if (endpoint.config.work) return endpoint.config.work
  if (endpoint.method !== 'GET') return workKindOfWrite(request, endpoint)
  return typeof parameters.query === 'string' && parameters.query.trim() !== '' ? 'search' : 'read'
}

/** Bodies up to this size cost nothing to hold. */
const smallBody = 64 * 1024

function workKindOfWrite({ headers }: FastifyRequest, { config }: Endpoint): WorkKind {
  if (config.multipart === true) return 'upload'
  const length = headers['content-length']
  // Sent in chunks, it may have any size up to its limit.
  const mayBeLarge = length === undefined ? 'transfer-encoding' in headers : Number(length) > smallBody
  return mayBeLarge && headers['content-type'] ? 'large' : 'write'
}

/** Ends a hook of Fastify: at once if nothing must be waited for, since a promise for each hook costs every request time. */
export function continueAfter(wait: Promise<void> | undefined, done: (error?: Error) => void): void {
  if (wait) wait.then(() => done(), done)
  else done()
}
