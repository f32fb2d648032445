import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Calendar } from '../Calendar.tsx'
import { Combobox } from '../Combobox.tsx'
import { Field } from '../Field.tsx'
import { Stack } from '../Layout.tsx'
import type { States } from './states.ts'

const cities = ['Bengaluru', 'Chennai', 'Delhi', 'Hyderabad', 'Kochi', 'Kolkata', 'Mumbai', 'Pune', 'Surat']

type Props = { free?: boolean; searching?: boolean; disabled?: boolean; chosen?: string; offered?: string[] }

function City({ free = false, searching = false, disabled = false, chosen, offered = cities }: Props) {
  const [value, setValue] = useState(chosen)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const text = typed ?? value ?? ''
  const choose = (city: string | undefined) => {
    setTyped(undefined)
    setValue(city)
    setOpen(false)
  }
  return (
    <Field label="City">
      {(wiring) => (
        <Combobox
          wiring={wiring}
          list="Cities"
          text={text}
          onText={setTyped}
          open={open}
          onOpen={setOpen}
          options={offered.filter(
            (city) => text === value || city.toLowerCase().includes(text.toLowerCase()),
          )}
          keyOf={(city) => city}
          renderOption={(city) => city}
          isDisabled={(city) => city === 'Delhi'}
          chosen={value}
          onChoose={choose}
          onClear={() => choose(undefined)}
          message={searching ? 'Loading...' : 'No city found'}
          searching={searching}
          free={free}
          arrow={!free}
          disabled={disabled}
          placeholder="Type a name"
          onBlur={() => {
            if (!free) setTyped(undefined)
          }}
          ref={null}
        />
      )}
    </Field>
  )
}

function Day() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [day, setDay] = useState<string | null>('2026-11-19')
  return (
    <>
      <Button onClick={({ currentTarget }) => setAnchor(currentTarget)}>{day ?? 'No day'}</Button>
      {anchor && (
        <Calendar
          anchor={anchor}
          label="Choose a day"
          value={day}
          min="2026-11-03"
          max="2028-02-10"
          onAccept={(next) => {
            setDay(next)
            setAnchor(null)
          }}
          onCancel={() => setAnchor(null)}
        />
      )}
    </>
  )
}

export default {
  title: 'Combobox, Calendar',
  states: {
    empty: <City />,
    chosen: <City chosen="Kochi" />,
    more: (
      <Stack gap={4}>
        <City searching offered={[]} />
        <City free />
        <City disabled chosen="Pune" />
      </Stack>
    ),
    calendar: <Day />,
  },
} satisfies States
