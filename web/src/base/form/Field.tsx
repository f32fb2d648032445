import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { type ReactNode, useId } from 'react'

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
