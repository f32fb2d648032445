import { parse } from 'postgres-array'

type ArrayType = {
  to: number
  from: number[]
  serialize: (values: readonly unknown[] | string) => string
  parse: (text: string) => unknown[]
}

// The oids of PostgreSQL's built-in array types, which never change. The schema has no types of its own. A type that is
// missing here fails in the first statement that uses it: "malformed array literal".
const textArrays = { text: 1009, varchar: 1015, name: 1003, uuid: 2951, bytea: 1001, numeric: 1231 }
const numberArrays = { int2: 1005, int4: 1007, int8: 1016, oid: 1028, float4: 1021, float8: 1022 }

/**
 * How arrays are sent and read. The driver could fetch the types by itself (`fetch_types`), but with a query on each new
 * connection that ends the process if the connection is lost meanwhile, because nothing handles its rejection.
 */
export const arrayTypes = (elements: { date: (text: string) => string; day: (text: string) => string }) => ({
  ...ofEach(textArrays, (text) => text),
  ...ofEach(numberArrays, Number),
  ...ofEach({ bool: 1000 }, (text) => text === 't'),
  ...ofEach({ timestamptz: 1185 }, elements.date),
  ...ofEach({ date: 1182 }, elements.day),
  ...ofEach({ json: 199, jsonb: 3807 }, (text) => JSON.parse(text) as unknown),
})

const ofEach = (numbers: Record<string, number>, read: (text: string) => unknown) =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, number]): [string, ArrayType] => [
      `${name}_array`,
      {
        to: number,
        from: [number],
        serialize: (values) => (typeof values === 'string' ? values : writeArray(values)),
        parse: (text) => parse(text, read),
      },
    ]),
  )

const writeArray = (values: readonly unknown[]): string => `{${values.map(writeElement).join(',')}}`

function writeElement(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return writeArray(value)
  return `"${`${value as string | number | boolean}`.replace(/[\\"]/g, '\\$&')}"`
}
