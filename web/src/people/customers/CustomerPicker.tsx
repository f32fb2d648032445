import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { useDebounced } from '../../base/form/useDebounced.ts'
import { phone, plural } from '../../base/format/format.ts'
import { PersonAddAltOutlined as PersonAddAlt } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Combobox } from '../../base/ui/Combobox.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './CustomerPicker.module.css'
import { fullName } from './fullName.ts'

const NewCustomerDialog = lazyPart(async () => ({
  default: (await import('./NewCustomerDialog.tsx')).NewCustomerDialog,
}))

type Props = {
  name: string
  label?: string
  value: User | null
  onChange: (user: User | null) => void
}

/** Finds a customer by name, mobile or email, or creates one from the typed text. The form's field holds the id. */
export function CustomerPicker({ name, label = 'Customer', value, onChange }: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const [typed, setTyped] = useState('')
  const [adding, setAdding] = useState<string>()

  function choose(user: User | null) {
    onChange(user)
    field.onChange(user?.id ?? '')
  }

  return (
    <>
      {value ? (
        <Chosen user={value} error={error} onChangeCustomer={() => choose(null)} />
      ) : (
        <div className={styles.search}>
          <div className={styles.field}>
            <Search
              label={label}
              error={error}
              inputRef={field.ref}
              typed={typed}
              onType={setTyped}
              onBlur={field.onBlur}
              onChoose={(user) => (user ? choose(user) : setAdding(typed))}
            />
          </div>
          <Button start={<PersonAddAlt />} onClick={() => setAdding(typed)}>
            New user
          </Button>
        </div>
      )}
      {adding !== undefined && (
        <NewCustomerDialog
          typed={adding}
          onClose={() => setAdding(undefined)}
          onDone={(user) => {
            setAdding(undefined)
            choose(user)
          }}
        />
      )}
    </>
  )
}

type SearchProps = {
  label: string
  error: string | undefined
  inputRef: (element: HTMLInputElement | null) => void
  typed: string
  onType: (text: string) => void
  onBlur: () => void
  onChoose: (user: User | null) => void
}

function Search({ label, error, inputRef, typed, onType, onBlur, onChoose }: SearchProps) {
  const wanted = typed.trim().slice(0, 200)
  const search = useDebounced(wanted, 150)
  const [open, setOpen] = useState(false)
  const found = useRead(
    listUsers,
    { querystring: { query: search, limit: '8' } },
    { enabled: search !== '', placeholderData: keepPreviousData },
  )
  const busy = found.isFetching || wanted !== search
  const people: readonly User[] = search === '' ? [] : (found.data?.results ?? [])
  const more = search === '' ? 0 : (found.data?.count ?? 0) - people.length
  const rows: readonly (User | null)[] = busy ? people : [...people, null]
  const hint = found.isError ? (
    <span role="alert">{found.error.message}</span>
  ) : more > 0 && open ? (
    `${plural(more, 'more match', 'more match')}: keep typing to find them`
  ) : undefined

  return (
    <Field label={label} hideLabel error={error} hint={hint}>
      {(wiring) => (
        <Combobox<User | null>
          wiring={wiring}
          list={label}
          text={typed}
          onText={onType}
          // The error is below the field, where an open list would cover it.
          open={open && wanted !== '' && (busy || !found.isError)}
          onOpen={setOpen}
          options={rows}
          keyOf={(user) => user?.id ?? 'new'}
          renderOption={(user) =>
            user ? (
              <Person user={user} />
            ) : (
              <NewRow typed={wanted} nobody={found.isSuccess && people.length === 0} />
            )
          }
          isDisabled={(user) => user?.is_active === false}
          onChoose={(user, by) => {
            // During a search, Enter must not take a result of the previous one.
            if (busy && by === 'key') return
            setOpen(false)
            onChoose(user)
          }}
          message="Loading..."
          searching={busy && wanted !== ''}
          onBlur={onBlur}
          autoFocus
          placeholder="Name, mobile or email"
          ref={inputRef}
        />
      )}
    </Field>
  )
}

const contact = ({ mobile, email }: User) => [phone(mobile), email].filter(Boolean).join(' · ')

const Person = ({ user }: { user: User }) => (
  <div className={styles.person}>
    <div className={styles.name}>
      {fullName(user)}
      <Text as="div" size="caption" tone="muted">
        {contact(user)}
      </Text>
    </div>
    <Text size="caption" tone="muted" flow="keep">
      {user.is_active ? plural(user.orders_count, 'order') : 'Not active'}
    </Text>
  </div>
)

const NewRow = ({ typed, nobody }: { typed: string; nobody: boolean }) => (
  <div className={styles.create}>
    <PersonAddAlt tone="accent" />
    <span>
      {nobody && 'No customer found. '}New user “{typed}”
    </span>
  </div>
)

type ChosenProps = { user: User; error: string | undefined; onChangeCustomer: () => void }

const Chosen = ({ user, error, onChangeCustomer }: ChosenProps) => (
  <div className={styles.person}>
    <div className={styles.name}>
      <Text as="div" strong>
        {fullName(user)}
      </Text>
      <Text as="div" size="small" tone="muted">
        {contact(user)} · {user.orders_count === 0 ? 'first order' : plural(user.orders_count, 'order')}
      </Text>
      {error && (
        <Text as="div" role="alert" size="caption" tone="danger">
          {error}
        </Text>
      )}
    </div>
    <Button size="small" aria-label="Change customer" onClick={onChangeCustomer}>
      Change
    </Button>
  </div>
)
