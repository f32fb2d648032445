/** One change of a rule in SQL, and the tests that must find it. */
export type SqlMutant = {
  /** Relative to server/src, like the tests; one of .sql to server/sql/objects. */
  file: string
  from: string
  /** The replacement; absent when the text is only removed. */
  to?: string
  test: string
  /** Why no test can or should find it. */
  survives?: string
}

type Change = [from: string, to?: string, survives?: string]

export const of = (file: string, test: string, changes: Change[]): SqlMutant[] =>
  changes.map(([from, to, survives]) => ({ file, test, from, to, survives }))

export const isObject = (file: string) => file.endsWith('.sql')

export const pathOf = (file: string) => (isObject(file) ? `server/sql/objects/${file}` : `server/src/${file}`)
