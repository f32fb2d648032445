import { useFieldArray, useFormContext } from 'react-hook-form'
import { TextInput } from '../../base/form/contractForm.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { Close } from '../../base/icons/frame.tsx'
import { Section } from '../../base/page/Page.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import type { ConfigurationFields } from './configurationForm.ts'
import styles from './PriceFields.module.css'

/** The windows in which orders arrive, offered where an order is taken in, and to its customer. */
export function ArrivalWindows() {
  const { control } = useFormContext<ConfigurationFields>()
  const { fields, append, remove } = useFieldArray({ control, name: 'arrival_windows' })
  const problem = useFieldError('arrival_windows')
  return (
    <Section title="Arrival windows">
      <Stack gap={3}>
        <Text tone="muted">
          When deliveries arrive, on every day on which you are open. Clerks choose one, and customers can
          choose another one by their link. One with so many open orders is full for customers. None: nobody
          sees them.
        </Text>
        {fields.map(({ id }, at) => (
          <div key={id} className={styles.window}>
            <TextInput name={`arrival_windows.${at}.from`} label="From" type="time" />
            <TextInput name={`arrival_windows.${at}.until`} label="Until" type="time" />
            <TextInput name={`arrival_windows.${at}.most_orders`} label="Most orders" number optional />
            <IconButton aria-label={`Remove window ${at + 1}`} onClick={() => remove(at)}>
              <Close />
            </IconButton>
          </div>
        ))}
        {problem && (
          <Text tone="danger" role="alert">
            {problem}
          </Text>
        )}
        {fields.length < 12 && (
          <div>
            <Button size="small" onClick={() => append({ from: '', until: '', most_orders: null })}>
              Add a window
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  )
}
