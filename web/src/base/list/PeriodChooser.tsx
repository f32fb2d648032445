import { clsx } from 'clsx'
import { DateField } from '../form/DateField.tsx'
import { addDays, validDay } from '../format/format.ts'
import { SelectField } from '../ui/Input.tsx'
import styles from './PeriodChooser.module.css'
import { type PeriodName, periodOptions, type usePeriod } from './period.ts'

type Props = {
  period: ReturnType<typeof usePeriod>
  /** The maximum number of days. */
  longest: number
}

/** Chooses the period of a screen. */
export function PeriodChooser({ period, longest }: Props) {
  const { name, typed, choose, setDay } = period
  const from = validDay(typed.from_date)
  return (
    <fieldset aria-label="Period" className={clsx(styles.period, name === 'custom' && styles.days)}>
      <div>
        <SelectField
          label="Period"
          hideLabel
          options={periodOptions}
          value={name}
          onChange={(value) => choose(value as PeriodName)}
        />
      </div>
      {name === 'custom' && (
        <>
          <DateField
            label="From"
            hideLabel
            placeholder="From"
            value={typed.from_date}
            onChange={(day) => setDay('from_date', day)}
          />
          <DateField
            label="To"
            hideLabel
            placeholder="To"
            min={from}
            max={from && addDays(from, longest - 1)}
            value={typed.to_date}
            onChange={(day) => setDay('to_date', day)}
          />
        </>
      )}
    </fieldset>
  )
}
