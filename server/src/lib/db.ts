import postgres from 'postgres'

/** What a query function takes: the pool, or the transaction its caller opened. */
export type Db = postgres.ISql<Types>
/** Opens transactions; only routes, jobs and main hold it. */
export type Pool = postgres.Sql<Types>
export type Transaction = postgres.TransactionSql<Types>

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

type Options = { max?: number; prepare?: boolean; onNotice?: () => void }

/** A pool of connections. Named prepared statements are on unless `prepare` is false. */
export const connect = (url: string, { max = 10, prepare = true }: Options = {}): Pool =>
  postgres(url, {
    max,
    prepare,
    types,
    // Lists of ids and words travel as arrays, whose types the driver asks the database for, once a connection.
    fetch_types: true,
    onnotice: () => {},
    connection: { TimeZone: 'UTC', application_name: 'our-print' },
  }) as unknown as Pool

/** The name of the constraint that a statement broke, where that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError)) return undefined
  return error.code.startsWith('23') ? error.constraint_name : undefined
}

/** A pattern for `like` that matches the text itself anywhere: % and _ are letters. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
