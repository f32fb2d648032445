import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Field } from './Field.tsx'
import { useFieldError } from './formErrors.ts'

type Option = { value: string; label: string }

type FieldProps = {
  label: string
  hideLabel?: boolean
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: ReactNode
  disabled?: boolean
}

/** One of a few, outside a form: filters. */
export function SelectField(props: FieldProps) {
  const { label, hideLabel = false, options, value, onChange, onBlur, error, hint, disabled = false } = props
  return (
    <Field label={label} hideLabel={hideLabel} error={error} hint={hint}>
      {({ id, ...wiring }) => (
        <Select
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          displayEmpty
          disabled={disabled}
          input={<OutlinedInput />}
          inputProps={{ 'aria-label': label }}
          SelectDisplayProps={{ id, 'aria-label': label, ...wiring }}
        >
          {options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** One of a few, as a field of a form. */
export function SelectInput({
  name,
  ...props
}: Omit<FieldProps, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  return (
    <SelectField
      {...props}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={useFieldError(name)}
    />
  )
}
