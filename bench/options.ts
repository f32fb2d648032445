import { parseArgs } from 'node:util'

type Defaults = Record<string, string | number | boolean>
type Options<T extends Defaults> = {
  [K in keyof T]: T[K] extends number ? number : T[K] extends boolean ? boolean : string
}

/** Reads `--name value` from the command line. Each option has the type of its default. */
export function readOptions<T extends Defaults>(defaults: T): Options<T> {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      typeof value === 'boolean'
        ? { type: 'boolean' as const, default: value }
        : { type: 'string' as const, default: String(value) },
    ]),
  )
  const { values } = parseArgs({ options })
  const typed = Object.entries(defaults).map(([name, value]) => [
    name,
    typeof value === 'number' ? Number(values[name]) : values[name],
  ])
  return Object.fromEntries(typed) as Options<T>
}
