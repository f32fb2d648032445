import { weekdays } from '@our-print/contract/shop/openingHours.ts'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { DateInput, TextInput } from '../../base/form/contractForm.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { Close } from '../../base/icons/frame.tsx'
import { Section } from '../../base/page/Page.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Checkbox } from '../../base/ui/Checkbox.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { type ConfigurationFields, weekdayLabels } from './configurationForm.ts'
import styles from './PriceFields.module.css'

/** When the shop works: by weekday, and the days on which it does not. */
export function OpeningHours() {
  const { control } = useFormContext<ConfigurationFields>()
  const { fields, append, remove } = useFieldArray({ control, name: 'holidays' })
  const problems = [useFieldError('opening_hours'), useFieldError('holidays')].filter(Boolean)
  return (
    <Section title="Opening hours">
      <Stack gap={3}>
        {/* Monday first, as weeks are read. */}
        {[...weekdays.slice(1), weekdays[0]].map((day) => (
          <Weekday key={day} day={day} />
        ))}
        <Text tone="muted">Holidays: closed all day.</Text>
        {fields.map(({ id }, at) => (
          <div key={id} className={styles.usual}>
            <TextInput name={`holidays.${at}.name`} label="Holiday" />
            <DateInput name={`holidays.${at}.day`} label="Day" />
            <IconButton aria-label={`Remove holiday ${at + 1}`} onClick={() => remove(at)}>
              <Close />
            </IconButton>
          </div>
        ))}
        {problems.map((problem) => (
          <Text key={problem} tone="danger" role="alert">
            {problem}
          </Text>
        ))}
        {fields.length < 200 && (
          <div>
            <Button size="small" onClick={() => append({ day: '', name: '' })}>
              Add a holiday
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  )
}

function Weekday({ day }: { day: (typeof weekdays)[number] }) {
  const { watch, setValue } = useFormContext<ConfigurationFields>()
  const { opens, closes } = watch(`opening_hours.${day}`)
  const isOpen = opens !== '' || closes !== ''
  const name = weekdayLabels[day]
  function toggle() {
    const hours = isOpen ? { opens: '', closes: '' } : { opens: '09:00', closes: '20:00' }
    setValue(`opening_hours.${day}`, hours, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className={styles.weekday}>
      <Checkbox label={name} hint={isOpen ? undefined : 'Closed'} checked={isOpen} onChange={toggle} />
      {isOpen && (
        <>
          <TextInput name={`opening_hours.${day}.opens`} label={`${name} from`} hideLabel type="time" />
          <TextInput name={`opening_hours.${day}.closes`} label={`${name} until`} hideLabel type="time" />
        </>
      )}
    </div>
  )
}
