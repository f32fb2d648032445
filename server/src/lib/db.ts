import postgres from 'postgres'

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
const types = {
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  date: {
    to: 1184,
    from: [1184],
    serialize: asIs,
    parse: (text: string) => text.replace(' ', 'T').replace('+00', 'Z'),
  },
  day: { to: 1082, from: [1082], serialize: asIs, parse: asIs },
}

/**
 * `once`: the plan of a statement is made without looking at its values and kept. PostgreSQL would otherwise plan a
 * list anew at every call, which takes longer than running it. `each time`: planned for the values of this call, which
 * a search needs: what is rare wants another plan than what is everywhere.
 */
type Plan = 'once' | 'each time'

const planMode = { once: 'force_generic_plan', 'each time': 'force_custom_plan' } as const

/**
 * A pool of connections, each keeping named prepared statements. Where a connection is lost, all that comes after uses
 * new ones: the driver opens a lost one again with what was half sent and half answered on it, and mixes up answers.
 */
export function connect(url: string, { max = 10, plan = 'once' }: { max?: number; plan?: Plan } = {}): Pool {
  let isEnding = false
  let current = open()

  function open(): Pool {
    let wasConnected = false
    const pool: Pool = postgres(url, {
      max,
      types,
      // Lists of ids and words travel as arrays, whose types the driver asks the database for, once a connection.
      fetch_types: true,
      // Seconds between attempts to connect again. The driver's own grow to 20, long after the database is back.
      backoff: () => 0.2,
      // The driver would part with each connection after a while, which looks like one that was lost.
      max_lifetime: null,
      onnotice: () => {},
      // What a server tells first of all.
      onparameter: () => {
        wasConnected = true
      },
      onclose: () => {
        if (isEnding || pool !== current || !wasConnected) return
        current = open()
        shareTypes(pool, current)
        // What runs on its other connections may come to its end.
        setTimeout(() => void pool.end({ timeout: 5 }), 1000).unref()
      },
      connection: { TimeZone: 'UTC', application_name: 'our-print', plan_cache_mode: planMode[plan] },
    })
    return withoutStrayRollbacks(pool)
  }

  const end: Pool['end'] = (options) => {
    isEnding = true
    return current.end(options)
  }
  return new Proxy(current, {
    apply: (_target, _self, parameters) => Reflect.apply(current, undefined, parameters) as unknown,
    get: (_target, name) => (name === 'end' ? end : (Reflect.get(current, name) as unknown)),
  })
}

type KnownTypes = { parsers: object; serializers: object; shared: { typeArrayMap: object } }

/** A new pool's first statements are sent before it has asked which type is whose array: it is told by the last one. */
function shareTypes(last: Pool, next: Pool): void {
  const [known, unknown] = [last.options, next.options] as unknown as [KnownTypes, KnownTypes]
  Object.assign(unknown.parsers, known.parsers)
  Object.assign(unknown.serializers, known.serializers)
  Object.assign(unknown.shared.typeArrayMap, known.shared.typeArrayMap)
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
  'EAI_AGAIN',
])

/** Whether a statement failed since there is no connection to the database, or no longer: a FATAL error ends it, too. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return /FATAL|PANIC/.test(error.severity)
  return error instanceof Error && 'code' in error && connectionCodes.has(String(error.code))
}

/** The name of the constraint that a statement broke, where that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  return error.code.startsWith('23') ? error.constraint_name : undefined
}

/** A pattern for `like` that matches the text itself anywhere: % and _ are letters. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
