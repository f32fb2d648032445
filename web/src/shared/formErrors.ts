import { useEffect, useState } from 'react'
import {
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import type { ApiError } from './call.ts'

/** The message of a field, once it was touched or the form was sent. */
export function useFieldError(name: string): string | undefined {
  const { control } = useFormContext()
  const { errors, touchedFields, isSubmitted } = useFormState({ control, name })
  const { message }: { message?: unknown } = get(errors, name) ?? {}
  const shown = isSubmitted || get(touchedFields, name)
  return shown && typeof message === 'string' ? message : undefined
}

/**
 * Puts the server's field errors (`address.city`) under their fields, and gives back what has no field here: that
 * belongs at the top of the form.
 */
export function useServerErrors<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: ApiError | null,
): string[] {
  const [rest, setRest] = useState<string[]>([])
  useEffect(() => {
    const homeless: string[] = []
    const entries = Object.entries(error?.fields ?? {})
    for (const [key, message] of entries) {
      if (get(form.getValues(), key) === undefined) homeless.push(message)
      else form.setError(key as Path<In>, { type: 'server', message }, { shouldFocus: homeless.length === 0 })
    }
    setRest(error && (entries.length === 0 || homeless.length > 0) ? [error.message, ...homeless] : [])
  }, [form, error])
  return rest
}
