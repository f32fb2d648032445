import { plainNumber } from '@our-print/contract/plainPhone.ts'
import { type ChangeEvent, type HTMLAttributes, type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormHandleSubmit,
  type UseFormReturn,
  useController,
  useForm,
  useFormContext,
} from 'react-hook-form'
import type { z } from 'zod'
import { type LazyFile, lazyFile, sayNotOpened } from '../feedback/lazyPart.tsx'
import { useAfterFirstView } from '../feedback/useAfterFirstView.ts'
import { Field } from '../ui/Field.tsx'
import { Input, SelectField, type SelectFieldProps, TextArea } from '../ui/Input.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { DateField, type DateFieldProps } from './DateField.tsx'
import { useFieldError } from './formErrors.ts'

type Options<Fields> = {
  defaultValues: Fields
  /** Converts the fields to what the schema checks: an empty number is null in the form, for example. */
  prepare?: (fields: Fields) => unknown
  /** When errors are first shown: when a field is left, or on submit. */
  mode?: 'onTouched' | 'onSubmit'
}

const check = lazyFile(() => import('./checkBySchema.ts'))

/**
 * A form checked by a schema of the contract: fields as typed, values as the schema returns them. Schemas and what checks
 * by them are 24 KiB, so the schema of a page is loaded after it.
 */
export function useContractForm<S extends z.ZodType, Fields extends FieldValues>(
  schema: S | LazyFile<S>,
  { defaultValues, prepare, mode = 'onTouched' }: Options<Fields>,
): UseFormReturn<Fields, unknown, z.output<S>> {
  const lazySchema = 'preload' in schema ? schema : undefined
  useAfterFirstView(() => {
    check.preload()
    lazySchema?.preload()
  })
  const resolver: Resolver<Fields, unknown, z.output<S>> = async (fields, context, options) => {
    const [file, loaded] = await Promise.all([
      check.getQuietly(),
      'preload' in schema ? schema.getQuietly() : schema,
    ])
    if (!file || !loaded) return { values: {}, errors: { root: { type: missing } } as FieldErrors<Fields> }
    return file.checkBySchema<S, Fields>(loaded)(
      prepare ? (prepare(fields) as Fields) : fields,
      context,
      options,
    )
  }
  const form = useForm<Fields, unknown, z.output<S>>({
    resolver,
    mode,
    defaultValues: defaultValues as DefaultValues<Fields>,
  })
  const [handleSubmit] = useState(() => sayMissing(form.handleSubmit))
  return Object.assign(form, { handleSubmit })
}

/** The error of a form that cannot be checked. */
const missing = 'missing'

/** A form that cannot be checked is not sent, and says so; whoever only leaves a field has asked for nothing. */
const sayMissing =
  <Fields extends FieldValues, Values>(
    handleSubmit: UseFormHandleSubmit<Fields, Values>,
  ): UseFormHandleSubmit<Fields, Values> =>
  (onValid, onInvalid) =>
    handleSubmit(onValid, (errors, event) => {
      if (errors.root?.type === missing) sayNotOpened()
      return onInvalid?.(errors, event)
    })

/** Leaves out null values at any depth, so that the schema reports empty numbers as missing. */
export const withoutNulls = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
      if (value === null) return []
      return [[name, clean(value)]]
    }),
  )

const clean = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(clean) : typeof value === 'object' && value ? withoutNulls(value) : value

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
  type?: 'text' | 'email' | 'tel' | 'url' | 'time'
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

const toNumber = (text: string) => (text.trim() ? Number(plainNumber(text)) : null)

type PasswordProps = Pick<Props, 'name' | 'label'> & {
  autoComplete?: 'new-password' | 'current-password'
  hint?: string
}

/** The password field of a form, with a button that shows the password. */
export function PasswordInput({ name, autoComplete = 'new-password', ...props }: PasswordProps) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  return <PasswordField {...props} {...field} autoComplete={autoComplete} error={useFieldError(name)} />
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
