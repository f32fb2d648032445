import { type ComponentProps, type ReactNode, useState } from 'react'
import { VisibilityOffOutlined, VisibilityOutlined } from '../icons/parts.tsx'
import { IconButton } from './Button.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'end'> & {
  label: string
  /** Which password a password manager fills in. */
  autoComplete: 'new-password' | 'current-password'
  error: string | undefined
  hint?: ReactNode
}

/** A password with its label, and a button that shows what was typed. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => (
        <Input
          {...wiring}
          {...input}
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          end={
            <IconButton
              size="small"
              aria-label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
            </IconButton>
          }
        />
      )}
    </Field>
  )
}
