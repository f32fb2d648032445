/*
 * SQL that writes JSON as text, so that a response goes from PostgreSQL to the client without being parsed. `concat` of
 * constants and columns costs four fifths of json_build_object; parsing the columns in Node costs four times as much.
 */

type Part = { constant: string } | { sql: string }
/** A JSON value as the constant texts and the SQL expressions that it consists of. */
export type JsonValue = readonly Part[]

const constant = (text: string): Part => ({ constant: text })

/** An expression whose text is JSON as it is: a number, jsonb, or the text of a JSON value. */
export const json = (sql: string): JsonValue => [{ sql }]
export const number = json
/** Text that never needs an escape: ids, and words that a constraint lists. */
export const plain = (sql: string): JsonValue => [constant('"'), { sql }, constant('"')]
export const text = (sql: string): JsonValue => json(`to_json(${sql})`)
export const boolean = (sql: string): JsonValue => json(`case when ${sql} then 'true' else 'false' end`)
/** A time in the format of all responses. The time zone of each session is UTC. */
export const time = (sql: string): JsonValue => json(`replace(to_json(${sql})::text, '+00:00"', 'Z"')`)

/** The same always with microseconds, as the entries of a history have it. */
export const preciseTime = (sql: string): JsonValue =>
  plain(`to_char(${sql} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

/** `null` where the column is null, else its value. `concat` would leave a null out. */
export const nullable = (column: string, value: JsonValue): JsonValue =>
  json(`case when ${column} is null then 'null' else ${write(value)} end`)

export const object = (fields: Record<string, JsonValue>): JsonValue => [
  ...Object.entries(fields).flatMap(([name, value], index) => [
    constant(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    ...value,
  ]),
  constant('}'),
]

/** An array of a value for each row of a subquery. `source` is what follows its `select`, `sequence` the order. */
export const array = (value: JsonValue, source: string, sequence: string): JsonValue => [
  constant('['),
  { sql: `(select string_agg(${write(value)}, ',' order by ${sequence}) ${source})` },
  constant(']'),
]

// PostgreSQL allows a hundred arguments.
const maxArguments = 90

/** The SQL expression of a value. Constants that touch become one argument. */
export function write(value: JsonValue): string {
  const joined: Part[] = []
  for (const part of value) {
    const last = joined.at(-1)
    if (last && 'constant' in last && 'constant' in part) {
      joined[joined.length - 1] = constant(last.constant + part.constant)
    } else joined.push(part)
  }
  return concat(joined.map((part) => ('sql' in part ? part.sql : `'${part.constant.replaceAll("'", "''")}'`)))
}

function concat(parts: string[]): string {
  if (parts.length <= maxArguments) return `concat(${parts.join(', ')})`
  return `concat(${parts.slice(0, maxArguments - 1).join(', ')}, ${concat(parts.slice(maxArguments - 1))})`
}
