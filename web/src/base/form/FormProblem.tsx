import type { SyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api/call.ts'
import { FailureBanner } from '../feedback/FailureBanner.tsx'
import { Alert } from '../ui/Alert.tsx'
import { useServerErrors } from './formErrors.ts'
import { useSingleFlight } from './useSingleFlight.ts'

type Props<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  error: ApiError | null
  /** Shows all errors in the specification's warning banner, field errors too. */
  banner?: boolean | undefined
}

/** Puts the server's field errors under their fields and shows the rest at the top of the form. */
export function FormProblem<In extends FieldValues, Out>({ form, error: problem, banner }: Props<In, Out>) {
  // That the session has ended is said over the page: see SignInAgain.
  const error = problem?.status === 401 ? null : problem
  const [message, ...details] = useServerErrors(form, error)
  if (banner && error) {
    return <FailureBanner details={[message ?? error.message, ...details]} />
  }
  if (!message) return null
  return (
    <Alert severity="error">
      {message}
      {details.map((detail) => (
        <div key={detail}>{detail}</div>
      ))}
    </Alert>
  )
}

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
