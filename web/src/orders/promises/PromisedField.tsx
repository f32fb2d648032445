import { type ReactNode, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { Close } from '../../base/icons/parts.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { ChosenWindow } from './ChosenWindow.tsx'
import { fullPromiseText, promiseText } from './promiseText.ts'
import { proposedTimes } from './typedTime.ts'
import { parsePromise, type TypedPromise } from './typedWindow.ts'

const problem = 'Type a time such as “in 2 hours”, “tomorrow 10” or “between 4 and 5 pm”'

type Fields = { promised_at: string | null; window_from: string | null }

type Props = {
  optional?: boolean
  autoFocus?: boolean
  /** A measured time, which a tap takes. */
  renderProposal?: ((take: (time: string) => void) => ReactNode) | undefined
}

/**
 * Until when an order is promised, or the window in which it arrives: typed as people say it, one of the usual times, or one of
 * the shop's windows. The fields hold ISO text, or null.
 */
export default function PromisedField({ optional = true, autoFocus = false, renderProposal }: Props) {
  const { control } = useFormContext<Fields>()
  const { field } = useController({ name: 'promised_at', control })
  const { field: from } = useController({ name: 'window_from', control })
  const refused = useFieldError('promised_at')
  const refusedWindow = useFieldError('window_from')
  const [typed, setTyped] = useState<string>()
  // A restored draft may have a text that is no time.
  const text = typed ?? (isTime(field.value) ? undefined : (field.value ?? ''))
  const held = field.value && { promised_at: field.value, window_from: from.value }
  const promise = text === undefined ? held || null : parsePromise(text)
  const isWrong = text !== undefined && text.trim() !== '' && promise === null

  function type(text: string | undefined) {
    setTyped(text)
    // What is no time yet is sent to nobody: the schema refuses it.
    if (text === undefined) return
    const promise = parsePromise(text)
    field.onChange(text.trim() === '' ? null : (promise?.promised_at ?? text))
    from.onChange(promise?.window_from ?? null)
  }
  function choose(text: string) {
    type(text)
    setTyped(undefined)
  }
  function take(promise: TypedPromise | null) {
    setTyped(undefined)
    field.onChange(promise?.promised_at ?? null)
    from.onChange(promise?.window_from ?? null)
  }
  // Shown as it was understood once the field is left.
  function leave() {
    field.onBlur()
    if (!isWrong) setTyped(undefined)
  }

  const shown = text ?? (promise ? promiseText(promise) : '')
  return (
    <Stack gap={2}>
      <Field
        label="Promised for"
        optional={optional}
        error={isWrong || refused ? problem : refusedWindow}
        hint={hintOf(promise)}
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
      {renderProposal?.((promised_at) => take({ promised_at, window_from: null }))}
      <ChosenWindow chosen={promise} onChoose={take} />
      <Row gap={1} wrap>
        {proposedTimes().map(({ typed, label }) => (
          <Button key={typed} size="small" onClick={() => choose(typed)}>
            {label}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}

const isTime = (value: string | null) => value !== null && /^\d{4}-\d\d-\d\dT/.test(value)

function hintOf(promise: TypedPromise | null): string | undefined {
  if (promise === null) return undefined
  return `${fullPromiseText(promise)}${Date.parse(promise.promised_at) < Date.now() ? '. That is over already.' : ''}`
}
