import type { FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * For a form that stays after it was saved: called when it is sent, it gives what shows the saved values. What was typed
 * while it was sent stays, and can be saved next.
 */
export function showingSaved<In extends FieldValues>(form: Pick<UseFormReturn<In>, 'getValues' | 'reset'>) {
  const sent = JSON.stringify(form.getValues())
  return (saved: In) => form.reset(saved, { keepDirtyValues: JSON.stringify(form.getValues()) !== sent })
}
