import type { SyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useSingleFlight } from './useSingleFlight.ts'

/** The `onSubmit` of a form: checks the fields, then sends them, never twice at once. */
export function useSubmit<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  send: (values: Out) => unknown,
  isPending: boolean,
) {
  const once = useSingleFlight()
  return (event: SyntheticEvent) => {
    // A dialog inside another form must not submit that one too.
    event.stopPropagation()
    void form.handleSubmit(async (values) => {
      if (!isPending) await once(() => send(values))
    })(event)
  }
}
