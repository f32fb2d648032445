import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { Radio } from '../../base/ui/Checkbox.tsx'
import { FieldGroup } from '../../base/ui/Field.tsx'
import { Stack } from '../../base/ui/Layout.tsx'

export type PrinterOption = {
  value: string
  label: string
  hint: string
  disabled?: boolean
}

/** A choice of a printer, with why some cannot be chosen. */
export function PrinterRadios({ name, options }: { name: string; options: readonly PrinterOption[] }) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  return (
    <FieldGroup label="Printer" error={useFieldError(name)}>
      <Stack role="radiogroup" aria-label="Printer">
        {options.map(({ value, label, hint, disabled = false }, at) => (
          <Radio
            key={value}
            name={name}
            value={value}
            label={label}
            hint={hint}
            disabled={disabled}
            checked={field.value === value}
            onChange={() => field.onChange(value)}
            ref={at === 0 ? field.ref : undefined}
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}
