import { z } from 'zod'

/** Bytes of a request with a CSV file of at most 256 MiB. */
export const importBodyLimit = 257 * 1024 * 1024

/** Of two columns of one field one would be lost. */
export function isEachOnce(columns: readonly string[]): boolean {
  const named = columns.filter(Boolean)
  return new Set(named).size === named.length
}

/** The columns of a CSV file, each with the field that it is taken for and its first values. */
export const importColumns = <Field extends z.ZodType>(field: Field) =>
  z.array(z.object({ name: z.string(), field, samples: z.array(z.string()) }))
