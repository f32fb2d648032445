import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { VisibilityOutlined as Visibility, VisibilityOffOutlined as VisibilityOff } from '../icons/frame.tsx'
import { Field } from './Field.tsx'
import { useFieldError } from './formErrors.ts'

type Props = {
  name: string
  label: string
  /** Shows the label to screen readers only, where the context says it to everyone else. */
  hideLabel?: boolean
  hint?: ReactNode
  /** An error from the server that was found while typing. */
  problem?: string | undefined
  optional?: boolean
  placeholder?: string
  autoFocus?: boolean
  disabled?: boolean
  autoComplete?: string
  type?: 'text' | 'email' | 'tel' | 'url'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** The field holds a number, or null while empty: undefined would bring back the default. */
  number?: boolean
  /** Typed and pasted letters become capitals. */
  capitals?: boolean
  /** Visible lines; more are scrolled. */
  rows?: number
  start?: ReactNode
  end?: ReactNode
}

/** A text field of a form, by its name in the schema. */
export function TextInput(props: Props) {
  const {
    name,
    label,
    hideLabel = false,
    hint,
    problem,
    optional = false,
    number = false,
    capitals = false,
    rows,
    type = 'text',
    start,
    end,
  } = props
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name) ?? problem
  // '1.' and '-' can become numbers: the typed text stays while it has the same value.
  const [typed, setTyped] = useState('')
  // Letters become NaN, which equals the NaN of the typed text.
  const isTyped = Object.is(toNumber(typed), field.value)
  const shown = number ? (isTyped ? typed : String(field.value ?? '')) : field.value

  return (
    <Field label={label} hideLabel={hideLabel} error={error} hint={hint} optional={optional}>
      {(wiring) => (
        <OutlinedInput
          name={name}
          inputRef={field.ref}
          value={shown ?? ''}
          onBlur={field.onBlur}
          onChange={({ target, nativeEvent }) => {
            if (capitals && !(nativeEvent as InputEvent).isComposing) capitalize(target)
            setTyped(target.value)
            field.onChange(number ? toNumber(target.value) : target.value)
          }}
          type={type}
          multiline={rows !== undefined}
          minRows={rows ?? 1}
          maxRows={rows ? rows * 3 : 1}
          disabled={props.disabled ?? false}
          autoFocus={props.autoFocus ?? false}
          autoComplete={props.autoComplete ?? 'off'}
          placeholder={props.placeholder ?? ''}
          startAdornment={start}
          endAdornment={end}
          slotProps={{
            input: {
              ...wiring,
              inputMode: props.inputMode ?? (number ? 'decimal' : undefined),
              ...(capitals && { autoCapitalize: 'characters', spellCheck: false }),
            },
          }}
          sx={number ? { '& input': { textAlign: 'right' } } : {}}
        />
      )}
    </Field>
  )
}

/** The cursor stays where it is: React would move it to the end. */
function capitalize(input: HTMLInputElement | HTMLTextAreaElement) {
  const capitals = input.value.toUpperCase()
  if (capitals === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = capitals
  input.setSelectionRange(selectionStart, selectionEnd)
}

const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

/** The password field of a form. */
export function PasswordInput({
  name,
  label,
  hint,
  autoComplete,
}: Pick<Props, 'name' | 'label' | 'autoComplete'> & { hint?: string }) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const { ref, ...rest } = field
  return (
    <PasswordField
      {...rest}
      inputRef={ref}
      label={label}
      hint={hint}
      autoComplete={autoComplete ?? 'new-password'}
      error={useFieldError(name)}
    />
  )
}

type PasswordFieldProps = Omit<OutlinedInputProps, 'error' | 'label'> & {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** A password field with a button that shows the password. */
function PasswordField({ label, error, hint, ...input }: PasswordFieldProps) {
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
