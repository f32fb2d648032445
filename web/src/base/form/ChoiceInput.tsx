import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FieldGroup } from '../ui/Field.tsx'
import type { Option } from '../ui/Input.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useFieldError } from './formErrors.ts'

type Props = {
  name: string
  label: string
  options: readonly Option[]
  hint?: ReactNode
  disabled?: boolean
  /** Called with the choice, for fields that depend on it. */
  onChoose?: (value: string) => void
}

/** A choice of a few values in a form, all visible. */
export function ChoiceInput({ name, label, options, hint, disabled = false, onChoose }: Props) {
  const { control } = useFormContext()
  const { ref, value, onChange, onBlur } = useController({ name, control }).field
  return (
    <FieldGroup label={label} error={useFieldError(name)} hint={hint}>
      <Segmented
        options={options}
        value={value}
        onChange={(next) => {
          onChange(next)
          onChoose?.(next)
        }}
        onBlur={onBlur}
        disabled={disabled}
        ref={ref}
      />
    </FieldGroup>
  )
}
