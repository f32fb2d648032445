import type { Socket } from 'node:net'
import postgres from 'postgres'
import { arrayTypes } from './arrayTypes.ts'
import { DatabaseServers } from './databaseServers.ts'
import {
  ConnectionDropped,
  isErrorOfStatement,
  openSocket,
  type SocketOption,
  withoutStrayRollbacks,
} from './postgresDriver.ts'
import { isTemplate, type Send, Statement } from './statements.ts'

/** The first parameter of every query function: the pool, or the caller's transaction. */
export type Db = postgres.ISql<Types>
/** A pool of connections, which can open transactions; only routes, jobs and main have it. */
export type Pool = postgres.Sql<Types>
export type Transaction = postgres.TransactionSql<Types>
/** A part of a statement, or a statement that is not sent yet. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

type Types = { bigint: number }

const identity = (text: string) => text

// Times and dates stay text from the column to the screen: a JS Date loses microseconds, and reads a `date` as local
// midnight, which is a day off in Asia/Kolkata. The session's time zone is UTC, so a time always ends in +00.
const time = (text: string) => text.replace(' ', 'T').replace('+00', 'Z')
const types = {
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  date: { to: 1184, from: [1184], serialize: identity, parse: time },
  day: { to: 1082, from: [1082], serialize: identity, parse: identity },
  ...arrayTypes({ date: time, day: identity }),
}

/**
 * `generic`: PostgreSQL plans a statement once, without its values. Planning a list at every call takes longer
 * than running it. `custom`: planned for the values of each call, which a search needs, because rare words need
 * a different plan from common ones.
 */
type PlanMode = 'generic' | 'custom'

const planModes = { generic: 'force_generic_plan', custom: 'force_custom_plan' } as const

type PoolLimits = {
  max?: number
  planMode?: PlanMode
  /**
   * For statements that look few rows up: milliseconds after which PostgreSQL ends one. None is sent behind another on the
   * same connection, and tables are read without an index only where none can be used.
   */
  lookupMs?: number
}

/** In seconds. A host that is down does not refuse a connection; it does not respond at all. */
const connectTimeout = 5

/**
 * A pool of connections to the writable server of a database. When a connection is lost, a new pool replaces it: the
 * driver reopens a lost connection with half-sent statements on it and mixes up their results. Pools with the same
 * DatabaseServers share what they know about which server is writable.
 */
export function connect(
  to: string | DatabaseServers,
  { max = 10, planMode = 'generic', lookupMs }: PoolLimits = {},
): Pool {
  const servers = typeof to === 'string' ? new DatabaseServers(to) : to
  let isEnding = false
  let current = open(servers.current)
  const stopListening = servers.onClose(() => {
    const { destroySockets } = current
    replace()
    destroySockets()
  })

  function open(server: string): Opened {
    const sockets = new Set<Socket>()
    let wasConnected = false
    let isStandby = false
    const pool: Pool = postgres(server, {
      max,
      types,
      fetch_types: false,
      // Seconds between attempts to reconnect. The driver's default grows to 20, too long once the database is back.
      backoff: () => 0.2,
      // By default the driver closes each connection after a while, which would look like a lost one.
      max_lifetime: null,
      connect_timeout: connectTimeout,
      // TCP keep-alive, in seconds.
      keep_alive: 10,
      // A standby refuses writes and its data may be old, so it is not used for reading either.
      target_session_attrs: 'primary',
      // Own sockets can be destroyed; the driver closes its own gracefully and waits for a dead host.
      socket: () => openSocket(server, sockets),
      onnotice: () => {},
      ...(lookupMs !== undefined && { max_pipeline: 0 }),
      // Called for each parameter that the server reports, at connect and when it changes.
      onparameter: (name: string, value: string) => {
        wasConnected = true
        if (name === 'in_hot_standby') isStandby = value === 'on'
        if (name === 'default_transaction_read_only' && value === 'on' && servers.moveOnFrom(server))
          refresh()
      },
      onclose: () => {
        if (isEnding || pool !== current.pool) return
        // A lost connection alone does not mean that its server is down.
        const hasMoved = (isStandby || !wasConnected) && servers.moveOnFrom(server)
        if (hasMoved || wasConnected) replace()
      },
      connection: {
        TimeZone: 'UTC',
        application_name: 'our-print',
        plan_cache_mode: planModes[planMode],
        ...(lookupMs !== undefined && { statement_timeout: lookupMs, enable_seqscan: 'off' }),
        // If this machine loses power, PostgreSQL releases its locks after half a minute.
        tcp_keepalives_idle: 10,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 4,
      },
    } as PoolOptions)
    const destroySockets = () => {
      for (const socket of sockets) socket.destroy(new ConnectionDropped())
    }
    return { pool: withoutStrayRollbacks(pool, isConnectionLost), server, destroySockets }
  }

  function replace(): void {
    if (isEnding) return
    const last = current.pool
    current = open(servers.current)
    // Statements on its other connections may finish.
    setTimeout(() => void last.end({ timeout: 5 }), 1000).unref()
  }

  /** Another pool may have found that another server is writable now. */
  function refresh(): Pool {
    if (current.server !== servers.current) replace()
    return current.pool
  }

  const end: Pool['end'] = (options) => {
    isEnding = true
    stopListening()
    return current.pool.end(options)
  }
  return new Proxy(current.pool, {
    apply: (_target, _self, parameters: unknown[]) => {
      const pool = refresh()
      if (!isTemplate(parameters)) return Reflect.apply(pool, undefined, parameters) as unknown
      const [texts, ...values] = parameters
      return new Statement(pool as unknown as Send, texts, values)
    },
    get: (_target, name) => (name === 'end' ? end : (Reflect.get(refresh(), name) as unknown)),
  })
}

type Opened = { pool: Pool; server: string; destroySockets: () => void }
type PoolOptions = postgres.Options<Record<string, postgres.PostgresType>> & {
  types: typeof types
} & SocketOption

/** The driver's own codes. */
const driverCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
])

/** Codes of any socket or pipe: those of a helper process or of another server are no news of the database. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// The server is starting, stopping, out of connections, or read-only.
const awayCodes = /^(57P0[1-5]|53300|25006)$/

/** Whether a statement failed because its connection could not be opened or was lost; a FATAL error closes it too. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return /FATAL|PANIC/.test(error.severity)
  if (!(error instanceof Error && 'code' in error)) return false
  const code = String(error.code)
  return driverCodes.has(code) || (socketCodes.has(code) && isErrorOfStatement(error))
}

/** Whether a statement failed for a reason that goes away when the database or its promoted standby is available. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof postgres.PostgresError && awayCodes.test(error.code))

/** Whether PostgreSQL ended a statement that took longer than its `statement_timeout`. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === '57014'

/** The name of the constraint that a statement violated, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  return error.code.startsWith('23') ? error.constraint_name : undefined
}
