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
  /** What the schema checks, where the fields hold it in another form: an empty number as null, for example. */
  prepare?: (fields: Fields) => unknown
  /** When errors first show: once a field was left, or with the first attempt to send. */
  mode?: 'onTouched' | 'onSubmit'
}

/** A form checked by a schema of the contract: its fields as they are typed, its values as the schema returns them. */
export function useContractForm<S extends z.ZodType, Fields extends FieldValues>(
  schema: S,
  { defaultValues, prepare, mode = 'onTouched' }: Options<Fields>,
): UseFormReturn<Fields, unknown, z.output<S>> {
  // The resolver wants the schema's input as fields; the forms here may hold more, and `prepare` leads from one to the other.
  const check = zodResolver(schema as never) as unknown as Resolver<Fields, unknown, z.output<S>>
  return useForm<Fields, unknown, z.output<S>>({
    resolver: (fields, context, options) =>
      check(prepare ? (prepare(fields) as Fields) : fields, context, options),
    mode,
    defaultValues: defaultValues as DefaultValues<Fields>,
  })
}

/** Leaves out what is null, at any depth, so that the schema calls it missing: a number field is null while it is empty. */
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
