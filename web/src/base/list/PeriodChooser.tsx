import Box from '@mui/material/Box'
import { DateField } from '../form/DateField.tsx'
import { addDays, validDay } from '../format/format.ts'
import { SelectField } from '../ui/Input.tsx'
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
    <Box
      component="fieldset"
      aria-label="Period"
      sx={{
        m: 0,
        p: 0,
        minWidth: 0,
        border: 0,
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        width: { xs: name === 'custom' ? 'calc(100vw - 32px)' : 160, sm: 'auto' },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: name === 'custom' ? '160px 156px 156px' : '160px',
        },
      }}
    >
      <Box sx={{ gridColumn: { xs: 'span 2', sm: 'auto' } }}>
        <SelectField
          label="Period"
          hideLabel
          options={periodOptions}
          value={name}
          onChange={(value) => choose(value as PeriodName)}
        />
      </Box>
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
    </Box>
  )
}
