import { type ReactNode, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { formatDateTime, formatSoon } from '../../base/format/format.ts'
import { Close } from '../../base/icons/parts.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { parseTime, proposedTimes } from './typedTime.ts'

const problem = 'Type a time such as “in 2 hours”, “tomorrow 10” or “25 Nov 5 pm”'

type Props = {
  optional?: boolean
  autoFocus?: boolean
  /** A measured time, which a tap takes. */
  renderProposal?: ((take: (time: string) => void) => ReactNode) | undefined
}

/** Until when an order is promised: typed as people say it, or one of the usual times. The field holds ISO text, or null. */
export default function PromisedField({ optional = true, autoFocus = false, renderProposal }: Props) {
  const { control } = useFormContext<{ promised_at: string | null }>()
  const { field } = useController({ name: 'promised_at', control })
  const refused = useFieldError('promised_at')
  const [typed, setTyped] = useState<string>()
  // A restored draft may have a text that is no time.
  const text = typed ?? (isTime(field.value) ? undefined : (field.value ?? ''))
  const time = text === undefined ? field.value : parseTime(text)
  const isWrong = text !== undefined && text.trim() !== '' && time === null

  function type(text: string | undefined) {
    setTyped(text)
    // What is no time yet is sent to nobody: the schema refuses it.
    if (text !== undefined) field.onChange(text.trim() === '' ? null : (parseTime(text) ?? text))
  }
  function choose(text: string) {
    type(text)
    setTyped(undefined)
  }
  function take(time: string) {
    setTyped(undefined)
    field.onChange(time)
  }
  // Shown as it was understood once the field is left.
  function leave() {
    field.onBlur()
    if (!isWrong) setTyped(undefined)
  }

  const shown = text ?? (time ? formatSoon(time) : '')
  return (
    <Stack gap={2}>
      <Field
        label="Promised for"
        optional={optional}
        error={isWrong || refused ? problem : undefined}
        hint={hintOf(time)}
      >
        {(wiring) => (
          <Input
            {...wiring}
            ref={field.ref}
            name="promised_at"
            autoComplete="off"
            autoFocus={autoFocus}
            maxLength={60}
            placeholder="in 2 hours, tomorrow 10"
            value={shown}
            onChange={({ target }) => type(target.value)}
            onBlur={leave}
            end={
              shown && (
                <IconButton size="small" aria-label="No promised time" onClick={() => choose('')}>
                  <Close size={16} />
                </IconButton>
              )
            }
          />
        )}
      </Field>
      {renderProposal?.(take)}
      <Row gap={1} wrap>
        {proposedTimes().map((text) => (
          <Button key={text} size="small" onClick={() => choose(text)}>
            {text.charAt(0).toUpperCase() + text.slice(1)}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}

const isTime = (value: string | null) => value !== null && /^\d{4}-\d\d-\d\dT/.test(value)

function hintOf(time: string | null): string | undefined {
  if (time === null) return undefined
  return `${formatDateTime(time)}${Date.parse(time) < Date.now() ? '. That is over already.' : ''}`
}
