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

/** A pool of connections, each keeping named prepared statements. */
export const connect = (url: string, { max = 10, plan = 'once' }: { max?: number; plan?: Plan } = {}): Pool =>
  postgres(url, {
    max,
    types,
    // Lists of ids and words travel as arrays, whose types the driver asks the database for, once a connection.
    fetch_types: true,
    onnotice: () => {},
    connection: { TimeZone: 'UTC', application_name: 'our-print', plan_cache_mode: planMode[plan] },
  })

/** The name of the constraint that a statement broke, where that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  return error.code.startsWith('23') ? error.constraint_name : undefined
}

/** A pattern for `like` that matches the text itself anywhere: % and _ are letters. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
