import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from './formErrors.ts'
import { InputGroup } from './InputGroup.tsx'

type Props = {
  name: string
  label: string
  options: readonly { value: string; label: string; hint?: string }[]
  hint?: ReactNode
}

/** A choice of any of a few values, all visible; the form's field holds the chosen ones in the sequence of the options. */
export function CheckListInput({ name, label, options, hint }: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const chosen = new Set<string>(field.value as string[])
  const help = error ?? hint

  function toggle(value: string) {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    field.onChange(options.map((option) => option.value).filter((one) => next.has(one)))
  }

  return (
    <InputGroup label={label} help={help} isError={Boolean(error)}>
      {options.map((option, at) => (
        <FormControlLabel
          key={option.value}
          sx={{ display: 'flex', alignItems: 'flex-start', mr: 0, minHeight: { xs: 44, sm: 30 } }}
          control={
            <Checkbox
              size="small"
              sx={{ py: { xs: 1, sm: 0.5 } }}
              checked={chosen.has(option.value)}
              onChange={() => toggle(option.value)}
              onBlur={field.onBlur}
              slotProps={{ input: { ref: at === 0 ? field.ref : null } }}
            />
          }
          label={
            <Box sx={{ pt: { xs: '9px', sm: '5px' }, typography: 'body2' }}>
              {option.label}
              {option.hint && (
                <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{option.hint}</Box>
              )}
            </Box>
          }
        />
      ))}
    </InputGroup>
  )
}
