import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { scopesOf } from '@our-print/contract/people/scopeEndpoints.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRequestHookHandler,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { isDatabaseUnavailable } from '../base/database/db.ts'
import { isMigrated } from '../base/database/migrate.ts'
import { type DiskWatch, noDiskWatch } from '../base/files/diskSpace.ts'
import { createKeyReservations } from '../base/files/reservedKeys.ts'
import { continueAfter, createAdmission, workKindOf } from '../base/http/admission.ts'
import { sayAnswers } from '../base/http/answerLanguage.ts'
import { registerApiDescription } from '../base/http/apiDescription.ts'
import { networkOf, registerClientAddress, type TrustProxy } from '../base/http/clientAddress.ts'
import { type Deadlines, deadlines, watchConnections } from '../base/http/connectionDeadlines.ts'
import { allowOrigins } from '../base/http/crossOrigin.ts'
import { createCsvExports } from '../base/http/csv.ts'
import type { Dependencies, Resources, Routes } from '../base/http/dependencies.ts'
import type { Drain } from '../base/http/drain.ts'
import { clientErrorHandler, frameworkErrors, replyWithError } from '../base/http/errorReply.ts'
import { readKey } from '../base/http/idempotency.ts'
import { serializeResponses } from '../base/http/jsonText.ts'
import { LimitStore } from '../base/http/limitStore.ts'
import { registerMetrics } from '../base/http/metrics.ts'
import { databaseUnavailable, overloaded, Problem, tooManyRequests } from '../base/http/problem.ts'
import {
  checkContentType,
  checkHeaders,
  handleExpectAndConnect,
  jsonLimit,
  refuseOnFullDisk,
  refuseUnexpectedInput,
  registerJsonParser,
  rememberMethods,
  sendContinue,
} from '../base/http/requestChecks.ts'
import { sendSecurityHeaders } from '../base/http/securityHeaders.ts'
import { registerWebApp } from '../base/http/webApp.ts'
import { version } from '../base/version.ts'
import { createApiKeyHook, readApiKey } from '../people/apiKeys/apiKeyAccess.ts'
import { createAuthHook, createRefusedTokenLimit } from '../people/session/access.ts'
import { createOfficeConverter } from '../printing/office/officeConverter.ts'
import type { Sandbox } from '../printing/office/sandbox.ts'
import { createPreflighter } from '../printing/prepress/preflighter.ts'
import * as routes from './routes.ts'

export type AppOptions = {
  /** Whether each response is validated against its contract; on by default. */
  checkResponses?: boolean
  logger?: FastifyBaseLogger
  trustProxy?: TrustProxy
  publicRateLimit?: number
  /** Origins whose pages may call the API from the browser; none by default. */
  corsOrigins?: readonly string[]
  auditViews?: boolean
  searchInterface?: string | undefined
  metricsToken?: string
  webDist?: URL
  /** Whether browsers keep the app on their device; on by default. */
  serviceWorker?: boolean
  /** Of the shop's days and hours; without it pages show those of their browser. */
  timeZone?: string
  drain?: Drain
  disk?: DiskWatch
  /** The path of LibreOffice; undefined where it is not installed. */
  libreOffice?: string | undefined
  /** What isolates it; the best that is there, if this is not given. */
  officeSandbox?: Sandbox | undefined
  deadlines?: Partial<Deadlines>
  /** Concurrency and queue limits that differ from the defaults. */
  limits?: Parameters<typeof createAdmission>[0]
  maxConnections?: number
  /** Milliseconds between the heartbeats of a stream of events; its token is checked as often. */
  heartbeatMs?: number
  /** Milliseconds that the event loop may be late before requests are refused; 0 means any. */
  maxEventLoopDelay?: number
}

/** The whole server, not yet listening. */
export async function buildApp(resources: Resources, options: AppOptions = {}) {
  const { pool, links } = resources
  const admission = createAdmission(options.limits)
  const csv = createCsvExports({ pool: resources.exportPool, cancelPool: pool }, admission.queues.export)
  const publicRateLimit = options.publicRateLimit ?? 120
  const disk = options.disk ?? noDiskWatch
  const times: Deadlines = { ...deadlines, ...options.deadlines }
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: jsonLimit,
    // A total timeout would abort large uploads on slow connections; connectionDeadlines.ts has a minimum rate.
    requestTimeout: 0,
    keepAliveTimeout: times.keepAlive,
    http: {
      // Enough for a URL with the 500 ids of a bulk delete, and the other headers.
      maxHeaderSize: 32 * 1024,
      headersTimeout: times.headers,
      connectionsCheckingInterval: times.check,
      // Checked by checkHeaders, because Node's own response would not have our headers.
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Errors before routing get the same response format.
    frameworkErrors,
    clientErrorHandler,
  })
  app.setValidatorCompiler<z.ZodType>((route) => {
    const validate = validatorCompiler(route)
    if (route.httpPart !== 'body') return validate
    // Without a body there is null: where it need not be there, that is no mistake.
    return (body) => {
      const absent = body === null && validate(undefined)
      return typeof absent === 'object' && !('error' in absent) ? absent : validate(body)
    }
  })
  serializeResponses(app, options.checkResponses ?? true)
  app.setErrorHandler(async (error, request, reply) => {
    const limited = await limitRefused(error, request)
    return replyWithError(await disk.explain(limited, request), request, reply)
  })
  registerJsonParser(app)
  registerClientAddress(app, options.trustProxy ?? false)
  handleExpectAndConnect(app)
  watchConnections(app.server, times, options.maxConnections ?? 10_000)
  app.decorateRequest('actor', null)
  app.decorateRequest('eventId', null)
  app.decorateRequest('hidesRecord', false)

  rememberMethods(app)
  sendSecurityHeaders(app)
  await allowOrigins(app, options.corsOrigins ?? [])
  options.drain?.watch(app)
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })

  app.addHook('onRequest', (request, _reply, done) => {
    checkHeaders(request)
    done()
  })
  await refuseUnderPressure(app, options.maxEventLoopDelay ?? 1500)
  admission.watch(app)
  await app.register(multipart, {
    limits: {
      fileSize: 100 * 1024 * 1024,
      // One more than an order may have, because its JSON may be sent as a part with a file name.
      files: 21,
      fields: 10,
      fieldSize: 1024 * 1024,
      parts: 30,
      headerPairs: 50,
    },
  })
  await app.register(rateLimit, {
    global: false,
    max: publicRateLimit,
    timeWindow: 60_000,
    store: LimitStore,
    keyGenerator: ({ clientAddress }) => networkOf(clientAddress),
    errorResponseBuilder: (_request, { ttl }) =>
      tooManyRequests('Too many requests from your address. Please wait a moment.', Math.ceil(ttl / 1000)),
  })
  const limitRefused = createRefusedTokenLimit(app)
  registerMetrics(app, {
    token: options.metricsToken,
    isBehindProxy: (options.trustProxy ?? false) !== false,
    queues: admission.queues,
  })
  await registerApiDescription(app, links)

  const authenticate = createAuthHook(resources.quickPool)
  const authenticateKey = createApiKeyHook(resources.quickPool)
  const limitPublic = app.rateLimit()
  // The customers of a shop may share its address: what they ask for must not keep its people out.
  const limitSignIn = app.rateLimit({ max: publicRateLimit })
  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint
    if (!endpoint) return
    const isPublic = endpoint.config.access === 'public'
    // Without the limit of its address, a key has its own limit.
    const takesKeys = !isPublic || scopesOf(endpoint).length > 0
    const limit = endpoint.config.work === 'sign-in' ? limitSignIn : limitPublic
    const limitAddress: typeof limitPublic = async (request, reply) => {
      if (!takesKeys || readApiKey(request) === undefined) await limit.call(app, request, reply)
    }
    const requireActor: onRequestHookHandler = (request, _reply, done) => {
      const key = takesKeys ? readApiKey(request) : undefined
      const wait =
        key === undefined ? authenticate(request, endpoint) : authenticateKey(request, key, endpoint)
      continueAfter(wait, done)
    }
    route.onRequest = [...(isPublic && !endpoint.config.unlimited ? [limitAddress] : []), requireActor]
    route.preParsing = async (request, reply) => {
      if (endpoint.method === 'GET') return sendContinue(request, reply.raw)
      checkContentType(request, endpoint)
      await refuseOnFullDisk(request, endpoint, disk)
      await admission.acquireIfLarge(request)
      sendContinue(request, reply.raw)
    }
    const say = sayAnswers(endpoint)
    if (say) route.preSerialization = say
    route.preValidation = (request, _reply, done) => {
      readKey(request)
      refuseUnexpectedInput(request, endpoint)
      done()
    }
  })

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok', version }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const migrated = await isMigrated(pool).catch((error: unknown) => {
      throw isDatabaseUnavailable(error) ? databaseUnavailable() : overloaded()
    })
    if (!migrated) throw overloaded()
    const reason = await disk.reason()
    if (reason) throw new Problem(503, 'disk_full', reason, { retryAfter: 30 })
    return { status: 'ready' }
  })

  const reservedKeys = createKeyReservations(pool)
  const onStop = (work: () => Promise<void>) => {
    options.drain?.onStop(work)
    app.addHook('preClose', work)
  }
  const { auditViews = false, searchInterface } = options
  const preflighter = createPreflighter()
  app.addHook('onClose', () => preflighter.close())
  const officeConverter = createOfficeConverter(options.libreOffice, { sandbox: options.officeSandbox })
  app.addHook('onClose', () => officeConverter.close())
  const dependencies: Dependencies = {
    ...resources,
    csv,
    onStop,
    preflighter,
    officeConverter,
    reservedKeys,
    publicRateLimit,
    auditViews,
    searchInterface,
    heartbeatMs: options.heartbeatMs ?? 15_000,
  }
  const registrations: Routes[] = Object.values(routes)
  for (const register of registrations) register(app, dependencies)

  const webDist = options.webDist ?? new URL('../../../web/dist/', import.meta.url)
  await registerWebApp(app, webDist, {
    timeZone: options.timeZone ?? '',
    takesOffice: officeConverter.isAvailable,
    isKept: options.serviceWorker ?? true,
  })
  return app
}

/**
 * Load shedding besides the queues: refuses requests while the event loop is delayed this much, except health checks
 * and sign-in.
 */
const refuseUnderPressure = (app: FastifyInstance, maxEventLoopDelay: number) =>
  app.register(underPressure, {
    maxEventLoopDelay,
    retryAfter: 2,
    pressureHandler: (request) => {
      const kind = workKindOf(request)
      if (kind && kind !== 'sign-in') throw overloaded()
    },
  })
