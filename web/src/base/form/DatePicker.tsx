import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs, { type Dayjs } from 'dayjs'
import { type KeyboardEvent, useRef, useState } from 'react'
import { dayError } from '../format/format.ts'
import { TextButton } from '../page/Page.tsx'

type Props = {
  label: string
  anchor: HTMLElement | null
  value: string | null
  min: string
  max: string
  onAccept: (day: string | null) => void
  onCancel: () => void
}

const write = (day: Dayjs) => day.format('YYYY-MM-DD')

/** The calendar of a date field, a separate chunk. OK or Enter accepts, Clear empties, Cancel or Escape closes. */
export default function DatePicker({ label, anchor, value, min, max, onAccept, onCancel }: Props) {
  const [chosen, setChosen] = useState<Dayjs | null>(() =>
    value && !dayError(value, min, max) ? dayjs(value) : null,
  )
  const byEnter = useRef(false)

  function onKeyDown(event: KeyboardEvent) {
    const onButton = (event.target as HTMLElement).closest('button')
    const onDay = onButton?.matches('[role=gridcell]') ?? false
    byEnter.current = event.key === 'Enter' && onDay
    if (event.key === 'Enter' && !onButton) onAccept(chosen && write(chosen))
  }

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onCancel}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-label': `Choose ${label}`, sx: { mt: 0.5 } },
      }}
      onKeyDownCapture={onKeyDown}
    >
      <LocalizationProvider dateAdapter={AdapterDayjs}>
        <DateCalendar
          autoFocus
          value={chosen}
          minDate={dayjs(min)}
          maxDate={dayjs(max)}
          onChange={(day: Dayjs | null, progress) => {
            setChosen(day)
            if (byEnter.current && progress === 'finish') onAccept(day && write(day))
            byEnter.current = false
          }}
          sx={{ height: 328 }}
        />
      </LocalizationProvider>
      <Box sx={{ display: 'flex', gap: 1, p: 1.5, pt: 0 }}>
        <TextButton onClick={() => onAccept(null)}>Clear</TextButton>
        <Box sx={{ flex: 1 }} />
        <TextButton onClick={onCancel}>Cancel</TextButton>
        <Button size="small" variant="contained" onClick={() => onAccept(chosen && write(chosen))}>
          OK
        </Button>
      </Box>
    </Popover>
  )
}
