import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { FieldGroup } from '../../base/ui/Field.tsx'

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
  const error = useFieldError(name)
  return (
    <FieldGroup label="Printer" error={error}>
      <RadioGroup aria-label="Printer" name={name} value={field.value} onChange={field.onChange}>
        {options.map(({ value, label, hint, disabled = false }, at) => (
          <FormControlLabel
            key={value}
            value={value}
            disabled={disabled}
            sx={{ alignItems: 'flex-start', mr: 0, minHeight: { xs: 44, sm: 30 } }}
            control={
              <Radio
                size="small"
                sx={{ py: { xs: 1, sm: 0.5 } }}
                slotProps={{ input: { ref: at === 0 ? field.ref : null } }}
              />
            }
            label={
              <Box
                component="span"
                sx={{ display: 'block', pt: { xs: '9px', sm: '5px' }, typography: 'body2' }}
              >
                {label}
                <Box
                  component="span"
                  sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}
                >
                  {hint}
                </Box>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </FieldGroup>
  )
}
