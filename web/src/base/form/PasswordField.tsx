import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { VisibilityOutlined as Visibility, VisibilityOffOutlined as VisibilityOff } from '../icons/frame.tsx'
import { Field } from './Field.tsx'

type Props = Omit<OutlinedInputProps, 'error' | 'label'> & {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => (
        <OutlinedInput
          {...input}
          type={shown ? 'text' : 'password'}
          slotProps={{ input: { ...wiring, spellCheck: false, autoCapitalize: 'none' } }}
          endAdornment={
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={shown ? 'Hide password' : 'Show password'}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
              </IconButton>
            </InputAdornment>
          }
        />
      )}
    </Field>
  )
}
