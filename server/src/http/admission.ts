import type { ServerResponse } from 'node:http'
import type { Endpoint, Work } from '@our-print/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { jsonLimit } from './requestHead.ts'
import { type Limits, type Release, WorkQueue } from './workQueue.ts'

/** How many connections to the database each pool has. */
export const connections = { main: 16, search: 3, export: 2, scan: 1 } as const

export type Kind = 'read' | 'write' | 'search' | 'large' | 'receiving' | 'export' | 'scan' | Work

/**
 * What runs and waits of each kind of work; see docs/decisions/016-bounded-queues.md. Each kind has a queue of its own,
 * so that none waits for another. Whoever holds a connection of the main pool for a whole transaction (write, bulk,
 * import, and an upload at its end) leaves some of them to reads. The queues are as long as a second's work or less.
 */
export const defaultLimits: Record<Kind, Limits> = {
  read: { running: 64, waiting: 300, patience: 1500 },
  search: { running: 2 * connections.search, waiting: 20, patience: 1500 },
  report: { running: 2, waiting: 10, patience: 3000 },
  // A rush for vouchers is many hundreds at once, and over within seconds.
  write: { running: 10, waiting: 500, patience: 4000 },
  bulk: { running: 1, waiting: 6, patience: 10_000, retryAfter: 5 },
  import: { running: 2, waiting: 0, patience: 0, retryAfter: 5 },
  // Forms on their way in; on a slow line that takes minutes.
  receiving: { running: 64, waiting: 32, patience: 5000 },
  // Forms that are here, to be looked at and kept.
  upload: { running: 6, waiting: 32, patience: 5000 },
  export: { running: connections.export, waiting: 6, patience: 20_000, lateness: 10_000, retryAfter: 5 },
  file: { running: 128, waiting: 64, patience: 15_000, lateness: 10_000 },
  scan: { running: 300, waiting: 700, patience: 2000 },
  // Before their bodies are read, as these are held in memory.
  large: { running: 2, waiting: 60, patience: 30_000, retryAfter: 5 },
  // Behind it stands the queue for password hashes.
  'sign-in': { running: 8, waiting: 40, patience: 5000 },
}

export type Admission = ReturnType<typeof createAdmission>

export const kinds = Object.keys(defaultLimits) as Kind[]

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits for a place, once the whole body is here; nothing where the request has one or needs none. */
    takePlace: (() => Promise<void>) | null
  }
}

type Place = {
  response: ServerResponse
  kind: Kind
  taken: Set<Kind>
  releases: Release[]
  isHandled?: boolean
}

/** Lets so much work of each kind in, lets some wait, and refuses the rest early, before it has cost anything. */
export function createAdmission(limits: Partial<Record<Kind, Limits>> = {}) {
  const all = { ...defaultLimits, ...limits }
  const queues = Object.fromEntries(
    Object.entries(all).map(([kind, one]) => [kind, new WorkQueue(one)]),
  ) as Record<Kind, WorkQueue>
  const places = new WeakMap<FastifyRequest, Place>()

  const begin = async (request: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    const kind = kindOf(request)
    if (!kind) return
    queues[kind].refuseIfFull()
    // An export enters by itself, and gives its place back when the last row is read.
    if (kind === 'export') return
    const place: Place = { response: raw, kind, taken: new Set(), releases: [] }
    places.set(request, place)
    request.takePlace = () => enter(place, kind)
    // What has a body takes its place when the body is here: a slow sender must not hold one.
    if (request.method === 'GET' || request.method === 'HEAD') await request.takePlace()
  }

  const enter = async (place: Place, kind: Kind): Promise<void> => {
    if (place.taken.has(kind)) return
    place.taken.add(kind)
    const release = await queues[kind].enter(place.response)
    place.releases.push(release)
    // Refused or gone before the handler ran. While it runs, its work goes on, whoever has gone.
    place.response.once('close', () => {
      if (!place.isHandled) release()
    })
    if (place.response.destroyed && !place.isHandled) release()
  }

  /** Large bodies are held in memory, so few are read at a time. */
  const enterIfLarge = async (request: FastifyRequest): Promise<void> => {
    const place = places.get(request)
    if (place?.kind === 'large') await enter(place, 'large')
  }

  /** A form is read by its handler, which takes the place when it has come to the end. */
  const enterUnread = async (request: FastifyRequest): Promise<void> => {
    const place = places.get(request)
    if (place) await enter(place, isForm(request) ? 'receiving' : place.kind)
  }

  /** Gives the places back when the handler has ended, however. */
  const untilHandled = (route: RouteOptions): void => {
    const { handler, config, url } = route
    if (!config?.endpoint && url !== '/') return
    route.handler = async function (request, reply) {
      const place = places.get(request)
      if (place) place.isHandled = true
      try {
        const answer: unknown = await handler.call(this, request, reply)
        return answer
      } finally {
        for (const release of place?.releases ?? []) release()
      }
    }
  }

  return {
    queues,
    enterIfLarge,
    watch(app: FastifyInstance): void {
      app.decorateRequest('takePlace', null)
      app.addHook('onRequest', begin)
      app.addHook('preValidation', enterUnread)
      app.addHook('onRoute', untilHandled)
    },
  }
}

const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') === true

/** What the endpoint says it is, or what its method and query do. Health, pages and their files are let through. */
export function kindOf(request: FastifyRequest): Kind | undefined {
  const {
    query,
    routeOptions: { config, url },
  } = request
  const { endpoint } = config
  const asked = (query ?? {}) as { qr_code?: unknown; format?: unknown; query?: unknown }
  if (!endpoint) return url === '/' && asked.qr_code !== undefined ? 'scan' : undefined
  if (asked.format !== undefined) return 'export'
  if (endpoint.config.work) return endpoint.config.work
  if (endpoint.method !== 'GET') return ofWrite(request, endpoint)
  return typeof asked.query === 'string' && asked.query.trim() !== '' ? 'search' : 'read'
}

function ofWrite({ headers }: FastifyRequest, { config }: Endpoint): Kind {
  if (config.multipart === true) return 'upload'
  const length = headers['content-length']
  const mayBeLarge = config.bodyLimit !== undefined && (length === undefined || Number(length) > jsonLimit)
  return mayBeLarge && headers['content-type'] ? 'large' : 'write'
}
