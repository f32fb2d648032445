import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'

type Options<Fields> = {
  defaultValues: Fields
  /** Converts the fields to what the schema checks: an empty number is null in the form, for example. */
  prepare?: (fields: Fields) => unknown
  /** When errors are first shown: when a field is left, or on submit. */
  mode?: 'onTouched' | 'onSubmit'
}

/** A form checked by a schema of the contract: fields as typed, values as the schema returns them. */
export function useContractForm<S extends z.ZodType, Fields extends FieldValues>(
  schema: S,
  { defaultValues, prepare, mode = 'onTouched' }: Options<Fields>,
): UseFormReturn<Fields, unknown, z.output<S>> {
  // The resolver expects the schema's input as fields; here fields may differ, and `prepare` converts them.
  const check = zodResolver(schema as never) as unknown as Resolver<Fields, unknown, z.output<S>>
  return useForm<Fields, unknown, z.output<S>>({
    resolver: (fields, context, options) =>
      check(prepare ? (prepare(fields) as Fields) : fields, context, options),
    mode,
    defaultValues: defaultValues as DefaultValues<Fields>,
  })
}

/** Leaves out null values at any depth, so that the schema reports empty numbers as missing. */
export const withoutNulls = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
      if (value === null) return []
      return [[name, typeof value === 'object' ? withoutNulls(value) : value]]
    }),
  )

/** Fields of which some may still be empty. */
export type WithEmpty<Fields, Name extends keyof Fields> = Omit<Fields, Name> & {
  [K in Name]: Fields[K] | null
}
