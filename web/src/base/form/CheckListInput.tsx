import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FieldGroup } from '../ui/Field.tsx'
import { Stack } from '../ui/Layout.tsx'
import { useFieldError } from './formErrors.ts'

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
  const chosen = new Set<string>(field.value as string[])

  function toggle(value: string) {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    field.onChange(options.map((option) => option.value).filter((one) => next.has(one)))
  }

  return (
    <FieldGroup label={label} error={useFieldError(name)} hint={hint}>
      <Stack>
        {options.map((option, at) => (
          <Checkbox
            key={option.value}
            label={option.label}
            hint={option.hint}
            checked={chosen.has(option.value)}
            onChange={() => toggle(option.value)}
            onBlur={field.onBlur}
            ref={at === 0 ? field.ref : undefined}
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}
