import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import type { ReactNode } from 'react'
import { Field } from './Field.tsx'

type Option = { value: string; label: string }

export type SelectFieldProps = {
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
export function SelectField(props: SelectFieldProps) {
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
