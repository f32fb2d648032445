import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { useAfterFirstView } from '../feedback/useAfterFirstView.ts'
import { dayError, firstDay, formatDay, lastDay, parseDay } from '../format/format.ts'
import { CalendarTodayOutlined as CalendarToday, Close } from '../icons/frame.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { useFrozenWhilePressed } from './useFrozenWhilePressed.ts'

const Calendar = lazyPart(async () => ({ default: (await import('../ui/Calendar.tsx')).Calendar }))

export type DateFieldProps = {
  label: string
  hideLabel?: boolean
  placeholder?: string
  /** YYYY-MM-DD, or null. Text that is no day is shown as it is, with the message. */
  value: string | null
  onChange: (day: string | null) => void
  onBlur?: () => void
  min?: string | undefined
  max?: string | undefined
  error?: string | undefined
  hint?: string
  optional?: boolean
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * The date field of the specification: a click or space opens the picker. A date can also be typed, with spaces
 * in it; Enter or leaving the field accepts it.
 */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, onBlur, min = firstDay, max = lastDay, disabled = false } = props
  const [draft, setDraft] = useState<string>()
  // What the open picker stands at.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const input = useRef<HTMLInputElement | null>(null)
  const problem = useFrozenWhilePressed(draft === undefined ? dayError(value, min, max) : undefined)

  useAfterFirstView(Calendar.preload)

  function take() {
    if (draft === undefined) return
    setDraft(undefined)
    const text = draft.trim()
    onChange(text === '' ? null : (parseDay(text) ?? text))
  }

  function show() {
    if (disabled) return
    take()
    // The focus returns here when the picker closes.
    input.current?.focus()
    setAnchor(input.current?.parentElement ?? null)
  }

  const close = () => setAnchor(null)

  function onKeyDown(event: KeyboardEvent) {
    // Within a date that is being typed, '31 Dec', a space is a letter.
    if (event.key === ' ' && !draft) {
      event.preventDefault()
      show()
    } else if (event.key === 'Enter' && draft !== undefined) {
      event.preventDefault()
      take()
    } else if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation()
      setDraft(undefined)
    }
  }

  const { ref } = props
  return (
    <Field
      label={label}
      hideLabel={props.hideLabel ?? false}
      error={problem ?? props.error}
      hint={props.hint}
      optional={props.optional ?? false}
    >
      {(wiring) => (
        <>
          <Input
            {...wiring}
            ref={(element) => {
              input.current = element
              if (typeof ref === 'function') ref(element)
              else if (ref) ref.current = element
            }}
            aria-haspopup="dialog"
            autoComplete="off"
            // On a phone the picker opens, not the keyboard.
            inputMode="none"
            pressed
            disabled={disabled}
            value={draft ?? (value ? formatDay(value) : '')}
            placeholder={props.placeholder}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={() => {
              take()
              onBlur?.()
            }}
            onClick={show}
            onKeyDown={onKeyDown}
            end={
              (value || draft) && !disabled ? (
                <IconButton
                  size="small"
                  aria-label="Clear"
                  onClick={() => {
                    setDraft(undefined)
                    onChange(null)
                    input.current?.focus()
                  }}
                >
                  <Close size={16} />
                </IconButton>
              ) : (
                <IconButton size="small" tabIndex={-1} aria-hidden disabled={disabled} onClick={show}>
                  <CalendarToday size={16} />
                </IconButton>
              )
            }
          />
          {anchor && (
            <Calendar
              anchor={anchor}
              label={`Choose ${label}`}
              value={value}
              min={min}
              max={max}
              onAccept={(day) => {
                onChange(day)
                close()
              }}
              onCancel={close}
            />
          )}
        </>
      )}
    </Field>
  )
}
