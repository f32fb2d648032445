import { useController, useFormContext } from 'react-hook-form'
import { DateField, type DateFieldProps } from './DateField.tsx'
import { useFieldError } from './formErrors.ts'

type Props = Omit<DateFieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'> & { name: string }

/** The date field inside a form: writes YYYY-MM-DD or null. */
export function DateInput({ name, ...props }: Props) {
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
