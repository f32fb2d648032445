import { createConnection, type Socket } from 'node:net'
import postgres from 'postgres'
import { arrayTypes } from './arrayTypes.ts'
import { DatabaseServers } from './databaseServers.ts'

/** What a query function takes: the pool, or the transaction its caller opened. */
export type Db = postgres.ISql<Types>
/** Opens transactions; only routes, jobs and main hold it. */
export type Pool = postgres.Sql<Types>
export type Transaction = postgres.TransactionSql<Types>
/** A part of a statement, or one that is not yet sent. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

type Types = { bigint: number }

const asIs = (text: string) => text

// Times and days stay text from the column to the screen: a JS Date loses microseconds, and reads a `date` as local
// midnight, a day off in Asia/Kolkata. The session's zone is UTC, so a time always ends in +00.
const time = (text: string) => text.replace(' ', 'T').replace('+00', 'Z')
const types = {
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  date: { to: 1184, from: [1184], serialize: asIs, parse: time },
  day: { to: 1082, from: [1082], serialize: asIs, parse: asIs },
  ...arrayTypes({ date: time, day: asIs }),
}

/**
 * `once`: the plan of a statement is made without looking at its values and kept. PostgreSQL would otherwise plan a
 * list anew at every call, which takes longer than running it. `each time`: planned for the values of this call, which
 * a search needs: what is rare wants another plan than what is everywhere.
 */
type Plan = 'once' | 'each time'

const planMode = { once: 'force_generic_plan', 'each time': 'force_custom_plan' } as const

/** Seconds that a server may take to accept a connection; a host that is gone does not even refuse. */
const connectTimeout = 5

/**
 * A pool of connections to the writable server of a database, each keeping named prepared statements. Where a
 * connection is lost, all that comes after uses new ones: the driver opens a lost one again with what was half sent
 * and half answered on it, and mixes up answers. Pools that are given the same servers find the writable one together.
 */
export function connect(
  to: string | DatabaseServers,
  { max = 10, plan = 'once' }: { max?: number; plan?: Plan } = {},
): Pool {
  const servers = typeof to === 'string' ? new DatabaseServers(to) : to
  let isEnding = false
  let current = open(servers.current)
  const stopListening = servers.onDrop(() => {
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
      // Seconds between attempts to connect again. The driver's own grow to 20, long after the database is back.
      backoff: () => 0.2,
      // The driver would part with each connection after a while, which looks like one that was lost.
      max_lifetime: null,
      connect_timeout: connectTimeout,
      // Seconds of silence before the system asks whether the other side is still there.
      keep_alive: 10,
      // A standby answers, but stale, and takes no write: it is not used, not even for reading.
      target_session_attrs: 'primary',
      // Ours, so that they can be destroyed: the driver closes politely and waits for a host that is gone.
      socket: () => openSocket(server, sockets),
      onnotice: () => {},
      // What a server tells first of all, and again when it changes.
      onparameter: (name: string, value: string) => {
        wasConnected = true
        if (name === 'in_hot_standby') isStandby = value === 'on'
        if (name === 'default_transaction_read_only' && value === 'on' && servers.leave(server)) refresh()
      },
      onclose: () => {
        if (isEnding || pool !== current.pool) return
        // One connection that was cut says nothing of its server.
        const hasMoved = (isStandby || !wasConnected) && servers.leave(server)
        if (hasMoved || wasConnected) replace()
      },
      connection: {
        TimeZone: 'UTC',
        application_name: 'our-print',
        plan_cache_mode: planMode[plan],
        // A machine of ours that lost its power says no goodbye: its locks are free again after half a minute.
        tcp_keepalives_idle: 10,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 4,
      },
    } as PoolOptions)
    const destroySockets = () => {
      for (const socket of sockets) socket.destroy(new ConnectionDropped())
    }
    return { pool: withoutStrayRollbacks(pool), server, destroySockets }
  }

  function replace(): void {
    if (isEnding) return
    const last = current.pool
    current = open(servers.current)
    // What runs on its other connections may come to its end.
    setTimeout(() => void last.end({ timeout: 5 }), 1000).unref()
  }

  /** Another pool may have learned that the database has moved. */
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
    apply: (_target, _self, parameters) => Reflect.apply(refresh(), undefined, parameters) as unknown,
    get: (_target, name) => (name === 'end' ? end : (Reflect.get(refresh(), name) as unknown)),
  })
}

type Opened = { pool: Pool; server: string; destroySockets: () => void }
type PoolOptions = postgres.Options<Record<string, postgres.PostgresType>> & { types: typeof types }

const cancelRequestBytes = 16

/** It is written to before it is connected: whatever becomes of it, the driver hears of it by its events. */
function openSocket(server: string, sockets: Set<Socket>): Socket {
  const { hostname, port } = new URL(server)
  const host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
  const socket = createConnection({ host, port: Number(port || 5432) })
  // Not when it closes: for TLS the driver takes all listeners off.
  for (const each of sockets) if (each.destroyed) sockets.delete(each)
  sockets.add(socket)
  // Without an error the driver would connect again at once and for ever, with its statement waiting. A connection
  // that only asks for a statement to be cancelled ends so, too, and well.
  socket.once('end', () => {
    if (socket.bytesWritten > cancelRequestBytes) socket.destroy(new ConnectionDropped())
  })
  // What the driver needs to know of it to speak TLS.
  return Object.assign(socket, { host: hostname, port: Number(port || 5432) })
}

class ConnectionDropped extends Error {
  readonly code = 'CONNECTION_DESTROYED'
  constructor() {
    super('The database server does not answer any more')
  }
}

type Work = (tx: Transaction) => Promise<unknown>
type Begin = (...parameters: [...string[], Work]) => Promise<unknown>

/**
 * Where a connection is lost within a transaction, the driver fails the transaction, and then still sends its
 * `rollback`: to no socket, which ends the process, or ahead of whatever the connection is opened for next, which then
 * waits for ever. So work that has lost its connection does not come back; nobody waits for it any more.
 */
function withoutStrayRollbacks(pool: Pool): Pool {
  const begin = pool.begin.bind(pool) as Begin
  const safely: Begin = (...parameters) => begin(...guarded(parameters))
  return Object.assign(pool, { begin: safely })
}

function guarded(parameters: [...string[], Work]): [...string[], Work] {
  const work = parameters.at(-1) as Work
  const safeWork: Work = async (tx) => {
    const savepoint = tx.savepoint.bind(tx) as Begin
    const safely: Begin = (...inner) => savepoint(...guarded(inner))
    try {
      return await work(Object.assign(tx, { savepoint: safely }))
    } catch (error) {
      if (isConnectionLost(error)) return new Promise(() => {})
      throw error
    }
  }
  return [...(parameters.slice(0, -1) as string[]), safeWork]
}

const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// The server is starting or stopping, has no connection left, or was made read-only: it waits, or is not the one.
const awayCodes = /^(57P0[1-5]|53300|25006)$/

/** Whether a statement failed since there is no connection to the database, or no longer: a FATAL error ends it, too. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return /FATAL|PANIC/.test(error.severity)
  return error instanceof Error && 'code' in error && connectionCodes.has(String(error.code))
}

/** Whether a statement failed for a reason that passes by itself when the database, or its successor, is back. */
export const isDatabaseAway = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof postgres.PostgresError && awayCodes.test(error.code))

/** The name of the constraint that a statement broke, where that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  return error.code.startsWith('23') ? error.constraint_name : undefined
}
