import Box from '@mui/material/Box'
import { type ReactNode, useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from './formErrors.ts'
import { InputGroup } from './InputGroup.tsx'

type Props = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  hint?: ReactNode
  disabled?: boolean
  /** Called with the choice, for fields that depend on it. */
  onChoose?: (value: string) => void
}

/** A choice of a few values, all visible: radio buttons that look like a switch. Arrow keys move between them. */
export function ChoiceInput({ name, label, options, hint, disabled = false, onChoose }: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const id = useId()
  const help = error ?? hint
  return (
    <InputGroup label={label} help={help} isError={Boolean(error)}>
      <Box sx={track}>
        {options.map((option, at) => (
          <Box component="label" key={option.value} sx={segment}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={field.value === option.value}
              disabled={disabled}
              ref={at === 0 ? field.ref : undefined}
              onChange={() => {
                field.onChange(option.value)
                onChoose?.(option.value)
              }}
              onBlur={field.onBlur}
            />
            {option.label}
          </Box>
        ))}
      </Box>
    </InputGroup>
  )
}

const track = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  gap: '2px',
  p: '2px',
  borderRadius: 1,
  border: 1,
  borderColor: 'rgb(var(--mui-palette-text-secondaryChannel) / 0.45)',
  bgcolor: 'background.paper',
} as const

const segment = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minHeight: { xs: 44, sm: 30 },
  px: 1,
  borderRadius: '4px',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  color: 'text.secondary',
  '& input': { position: 'absolute', inset: 0, m: 0, opacity: 0, cursor: 'pointer' },
  '&:hover': { bgcolor: 'action.hover' },
  '&:has(:checked)': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 600 },
  '&:has(:disabled)': { cursor: 'default', bgcolor: 'transparent' },
  '&:has(:disabled:checked)': { bgcolor: 'action.selected', color: 'text.secondary' },
  '&:has(:disabled) input': { cursor: 'default' },
  '&:has(:focus-visible)': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 1 },
} as const
