import type { InputBaseComponentProps } from '@mui/material/InputBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { ElementType, ReactNode } from 'react'
import { ExpandMore } from '../icons/frame.tsx'
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

const select = 'select' as ElementType<InputBaseComponentProps>

/**
 * A choice of a few values outside a form, for filters. The browser's own list: light, and known to every phone and
 * keyboard.
 */
export function SelectField(props: SelectFieldProps) {
  const { label, hideLabel = false, options, value, onChange, onBlur, error, hint, disabled = false } = props
  return (
    <Field label={label} hideLabel={hideLabel} error={error} hint={hint}>
      {(wiring) => (
        <OutlinedInput
          inputComponent={select}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          disabled={disabled}
          slotProps={{
            input: {
              ...wiring,
              children: options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              )),
            },
          }}
          endAdornment={
            <ExpandMore sx={{ position: 'absolute', right: 10, fontSize: 18, pointerEvents: 'none' }} />
          }
          sx={{
            pr: 0,
            '& select': {
              appearance: 'none',
              boxSizing: 'content-box',
              pr: 4,
              cursor: 'pointer',
              textOverflow: 'ellipsis',
            },
            '& option': { backgroundColor: 'background.paper' },
          }}
        />
      )}
    </Field>
  )
}
