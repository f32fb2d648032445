import { useEffect } from 'react'
import {
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import type { ApiError } from '../api/call.ts'
import { useFrozenWhilePressed } from './useFrozenWhilePressed.ts'

/** The error of a field, once it was touched or the form was submitted. */
export function useFieldError(name: string): string | undefined {
  const { control } = useFormContext()
  const { errors, touchedFields, isSubmitted } = useFormState({ control, name })
  const { message }: { message?: unknown } = get(errors, name) ?? {}
  const shown = isSubmitted || get(touchedFields, name)
  return useFrozenWhilePressed(shown && typeof message === 'string' ? message : undefined)
}

/**
 * Puts the server's field errors (`address.city`) under their fields; returns those without a field here, for the top
 * of the form.
 */
export function useServerErrors<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  error: ApiError | null,
): string[] {
  const entries = Object.entries(error?.fields ?? {})
  const hasField = (key: string) => get(form.getValues(), key) !== undefined
  useEffect(() => {
    for (const [key, message] of Object.entries(error?.fields ?? {})) {
      if (get(form.getValues(), key) !== undefined)
        form.setError(key as Path<In>, { type: 'server', message })
    }
  }, [form, error])
  const unmatched = entries.filter(([key]) => !hasField(key)).map(([, message]) => message)
  const isTold = error && (entries.length === 0 || unmatched.length > 0)
  return isTold ? [...new Set([error.message, ...unmatched])] : []
}
