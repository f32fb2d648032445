import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import type { InputBaseComponentProps } from '@mui/material/InputBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ElementType, type ReactNode, useId } from 'react'
import { ExpandMore } from '../icons/frame.tsx'

export type FieldAria = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

type Props = {
  label: string
  /** Shows the label to screen readers only, where the context says it to everyone else. */
  hideLabel?: boolean
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
  children: (wiring: FieldAria) => ReactNode
}

/** Invisible, but read by screen readers. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  m: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

/** A label above an input, and its hint or error below. */
export function Field({ label, hideLabel, error, hint, optional, children }: Props) {
  const id = useId()
  const help = error ?? hint
  return (
    <FormControl error={Boolean(error)}>
      <FormLabel htmlFor={id} sx={hideLabel ? visuallyHidden : {}}>
        {label}
        {optional && <span style={{ fontWeight: 400, opacity: 0.75 }}> (optional)</span>}
      </FormLabel>
      {children({ id, 'aria-describedby': help ? `${id}-help` : undefined, 'aria-invalid': Boolean(error) })}
      {help && <FormHelperText id={`${id}-help`}>{help}</FormHelperText>}
    </FormControl>
  )
}

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
          endAdornment={<ExpandMore size={18} />}
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
