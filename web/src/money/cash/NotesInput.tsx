import { denominations, type Notes, paiseOf } from '@our-print/contract/money/cashTerms.ts'
import { amountSign, currency, usualCurrency } from '@our-print/contract/money/currency.ts'
import { plainDigits } from '@our-print/contract/plainPhone.ts'
import { useController, useFormContext } from 'react-hook-form'
import { TextInput } from '../../base/form/contractForm.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { rupees } from '../../base/format/format.ts'
import { Add, Remove } from '../../base/icons/screens.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './NotesInput.module.css'

/** The fields of a count of cash. */
export type CountFields = { notes: Notes; rest: number | null }
export const nothingCounted: CountFields = { notes: {}, rest: null }

const most = 100_000

/** Counts cash by notes and coins, with a thumb; `name` is where the form keeps the count. */
export function NotesInput({ name = '' }: { name?: string }) {
  const { control } = useFormContext()
  const at = (field: string) => (name ? `${name}.${field}` : field)
  const { field } = useController({ name: at('notes'), control })
  const { field: rest } = useController({ name: at('rest'), control })
  const error = useFieldError(at('notes'))
  const notes: Notes = field.value ?? {}
  const total = paiseOf(notes, Number.isFinite(rest.value) ? rest.value : 0) / 100

  function set(each: (typeof denominations)[number], wanted: number) {
    const { [each]: _, ...others } = notes
    const many = Math.min(most, Math.max(0, wanted))
    field.onChange(many > 0 ? { ...others, [each]: many } : others)
  }

  return (
    <fieldset className={styles.count}>
      <legend className={styles.legend}>Notes and coins</legend>
      <ul className={styles.rows}>
        {denominations.map((each) => {
          const many = notes[each] ?? 0
          const label = nameOf(each)
          return (
            <li key={each} className={styles.row}>
              <Text strong={many > 0}>{label}</Text>
              <Button
                size="touch"
                aria-label={`One ${label} less`}
                disabled={many === 0}
                onClick={() => set(each, many - 1)}
              >
                <Remove size={20} />
              </Button>
              <Input
                aria-label={`How many ${label}`}
                inputMode="numeric"
                autoComplete="off"
                numeric
                placeholder="0"
                value={many > 0 ? String(many) : ''}
                onChange={({ target }) => set(each, Number(plainDigits(target.value).replaceAll(/\D/g, '')))}
                onFocus={({ target }) => target.select()}
              />
              <Button size="touch" aria-label={`One ${label} more`} onClick={() => set(each, many + 1)}>
                <Add size={20} />
              </Button>
              <span className={styles.sum}>
                {many > 0 && <Text>{rupees(paiseOf({ [each]: many }) / 100)}</Text>}
              </span>
            </li>
          )
        })}
      </ul>
      <TextInput
        name={at('rest')}
        label="Anything else"
        number
        optional
        start={amountSign()}
        hint={isUsual() ? 'Torn notes, paise' : 'Torn notes, smaller coins'}
      />
      {error && (
        <Text as="p" role="alert" tone="danger" size="small">
          {error}
        </Text>
      )}
      <output className={styles.total}>
        <Text size="subheading">Total</Text>
        <Text size="heading">{rupees(total)}</Text>
      </output>
    </fieldset>
  )
}

const isUsual = () => currency() === usualCurrency

const nameOf = (each: string) =>
  each === '0.5' && isUsual() ? '50 paise' : `${amountSign()}${each === '0.5' ? '0.50' : each}`
