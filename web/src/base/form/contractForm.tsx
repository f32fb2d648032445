import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, type HTMLAttributes, type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useController,
  useForm,
  useFormContext,
} from 'react-hook-form'
import type { z } from 'zod'
import { VisibilityOutlined as Visibility, VisibilityOffOutlined as VisibilityOff } from '../icons/frame.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input, SelectField, type SelectFieldProps, TextArea } from '../ui/Input.tsx'
import { DateField, type DateFieldProps } from './DateField.tsx'
import { useFieldError } from './formErrors.ts'

type Options<Fields> = {
  defaultValues: Fields
  /** Converts the fields to what the schema checks: an empty number is null in the form, for example. */
  prepare?: (fields: Fields) => unknown
  /** When errors are first shown: when a field is left, or on submit. */
  mode?: 'onTouched' | 'onSubmit'
}

/** A form checked by a schema of the contract: fields as typed, values as the schema returns them. */
export function useContractForm<S extends z.ZodType, Fields extends FieldValues>(
  schema: S,
  { defaultValues, prepare, mode = 'onTouched' }: Options<Fields>,
): UseFormReturn<Fields, unknown, z.output<S>> {
  // The resolver expects the schema's input as fields; here fields may differ, and `prepare` converts them.
  const check = zodResolver(schema as never) as unknown as Resolver<Fields, unknown, z.output<S>>
  return useForm<Fields, unknown, z.output<S>>({
    resolver: (fields, context, options) =>
      check(prepare ? (prepare(fields) as Fields) : fields, context, options),
    mode,
    defaultValues: defaultValues as DefaultValues<Fields>,
  })
}

/** Leaves out null values at any depth, so that the schema reports empty numbers as missing. */
export const withoutNulls = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
      if (value === null) return []
      return [[name, typeof value === 'object' ? withoutNulls(value) : value]]
    }),
  )

/** Fields of which some may still be empty. */
export type WithEmpty<Fields, Name extends keyof Fields> = Omit<Fields, Name> & {
  [K in Name]: Fields[K] | null
}

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
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
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

  const input = {
    name,
    ref: field.ref,
    value: String(shown ?? ''),
    onBlur: field.onBlur,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (capitals && !(nativeEvent as InputEvent).isComposing) capitalize(target)
      setTyped(target.value)
      field.onChange(number ? toNumber(target.value) : target.value)
    },
    disabled: props.disabled ?? false,
    autoFocus: props.autoFocus ?? false,
    autoComplete: props.autoComplete ?? 'off',
    placeholder: props.placeholder ?? '',
    inputMode: props.inputMode ?? (number ? ('decimal' as const) : undefined),
    ...(capitals && { autoCapitalize: 'characters', spellCheck: false }),
  }
  return (
    <Field label={label} hideLabel={hideLabel} error={error} hint={hint} optional={optional}>
      {(wiring) =>
        rows ? (
          <TextArea {...wiring} {...input} rows={rows} />
        ) : (
          <Input {...wiring} {...input} type={type} start={start} end={end} numeric={number} />
        )
      }
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

type PasswordProps = Pick<Props, 'name' | 'label' | 'autoComplete'> & { hint?: string }

/** The password field of a form, with a button that shows the password. */
export function PasswordInput({ name, label, hint, autoComplete = 'new-password' }: PasswordProps) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={useFieldError(name)} hint={hint}>
      {(wiring) => (
        <Input
          {...wiring}
          {...field}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          end={
            <IconButton
              size="small"
              aria-label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <VisibilityOff /> : <Visibility />}
            </IconButton>
          }
        />
      )}
    </Field>
  )
}

type DateInputProps = Omit<DateFieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'> & {
  name: string
}

/** The date field inside a form: writes YYYY-MM-DD or null. */
export function DateInput({ name, ...props }: DateInputProps) {
  const { control } = useFormContext()
  const { ref, value, onChange, onBlur } = useController({ name, control }).field
  return (
    <DateField
      {...props}
      ref={ref}
      value={value ?? null}
      onChange={onChange}
      onBlur={onBlur}
      error={useFieldError(name)}
    />
  )
}

/** A form field that chooses one of a few values. */
export function SelectInput({
  name,
  ...props
}: Omit<SelectFieldProps, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }) {
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
