import { createUser, listUsers, type User } from '@our-print/contract/people/customers.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { matchesPhone } from '../../base/page/matchesPhone.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Columns } from '../../base/ui/Layout.tsx'
import { fullName } from './fullName.ts'

type Props = {
  /** The typed text of the search without results. */
  typed?: string
  onClose: () => void
  onDone: (user: User) => void
  /** Called if the existing customer with this mobile or email is chosen; default `onDone`. */
  onTaken?: (user: User) => void
  takeLabel?: string
  /** Whether an inactive customer can be chosen. */
  takesInactive?: boolean
}

/** Creates a customer, or chooses the existing one with this mobile or email. */
export function NewCustomerDialog(props: Props) {
  const { typed = '', onClose, onDone, onTaken = onDone } = props
  const { takeLabel = 'Use this customer', takesInactive = false } = props
  const create = useWrite(createUser, [listUsers])
  const form = useContractForm(createUser.schema.body, { defaultValues: guess(typed), mode: 'onSubmit' })
  return (
    <FormDialog
      title="New user"
      form={form}
      save={create}
      onClose={onClose}
      onSubmit={(body) => create.mutate({ body }, { onSuccess: onDone })}
    >
      <TakenBy
        error={create.error}
        sent={create.variables?.body}
        label={takeLabel}
        evenInactive={takesInactive}
        onTake={onTaken}
      />
      <Columns>
        <TextInput name="first_name" label="First name" autoFocus />
        <TextInput name="last_name" label="Last name" optional />
      </Columns>
      <TextInput name="mobile" label="Mobile" type="tel" />
      <TextInput name="email" label="Email" type="email" optional />
    </FormDialog>
  )
}

/** Text with digits is a mobile, text with @ an email, other text a name whose last word is the last name. */
function guess(typed: string) {
  const text = typed.trim()
  const nobody = { first_name: '', last_name: '', mobile: '', email: '' }
  if (/^\+?[\d ().-]+$/.test(text)) return { ...nobody, mobile: text }
  if (text.includes('@')) return { ...nobody, email: text }
  const words = text.split(/\s+/)
  const last_name = words.length > 1 ? (words.pop() ?? '') : ''
  return { ...nobody, first_name: words.join(' '), last_name }
}

type TakenProps = {
  error: ApiError | null
  sent: { mobile: string; email?: string | null | undefined } | undefined
  label: string
  evenInactive: boolean
  onTake: (user: User) => void
}

/** Offers the customer who has this mobile or email: most likely the same person. */
function TakenBy({ error, sent, label, evenInactive, onTake }: TakenProps) {
  const field = (['mobile', 'email'] as const).find((name) => error?.fields[name])
  const value = field && sent?.[field]
  const found = useRead(
    listUsers,
    { querystring: { query: value ?? '', limit: '10' } },
    { enabled: error?.status === 409 && Boolean(value) },
  )
  const results = found.data?.results ?? []
  const owner =
    results.find((user) =>
      field === 'mobile'
        ? matchesPhone(user.mobile, value ?? '')
        : user.email !== null && user.email === value?.toLowerCase(),
    ) ??
    // Found by what a customer had who was merged into this one.
    (results.length === 1 ? results[0] : undefined)
  if (error?.status !== 409 || !owner) return null
  return (
    <Alert
      severity="info"
      action={
        (owner.is_active || evenInactive) && (
          <Button look="plain" tone="accent" size="small" onClick={() => onTake(owner)}>
            {label}
          </Button>
        )
      }
    >
      {field === 'mobile' ? (
        <>
          <strong>{fullName(owner)}</strong> has this mobile number already.
        </>
      ) : (
        <>
          <strong>{fullName(owner)}</strong> has this email already.
        </>
      )}
      {!owner.is_active && ' This customer is not active.'}
    </Alert>
  )
}
