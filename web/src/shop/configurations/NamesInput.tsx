import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { Field } from '../../base/ui/Field.tsx'
import { Input } from '../../base/ui/Input.tsx'

type Props = { name: string; label: string; hint: string; placeholder: string }

/** Names in one field, with commas between. */
export function NamesInput({ name, label, hint, placeholder }: Props) {
  const { control } = useFormContext()
  const { value, onChange, onBlur, ref } = useController({ name, control }).field
  const [typed, setTyped] = useState('')
  const names = namesIn(typed)
  const known = value as string[]
  // What is typed stays while it means the same: `Cheque,` is not finished.
  const shown = names.join() === known.join() ? typed : known.join(', ')
  return (
    <Field label={label} hint={hint} error={useFieldError(name)} optional>
      {(wiring) => (
        <Input
          {...wiring}
          ref={ref}
          autoComplete="off"
          placeholder={placeholder}
          value={shown}
          onBlur={onBlur}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(namesIn(target.value))
          }}
        />
      )}
    </Field>
  )
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
