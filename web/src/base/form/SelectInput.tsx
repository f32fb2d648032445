import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from './formErrors.ts'
import { SelectField, type SelectFieldProps } from './SelectField.tsx'

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
