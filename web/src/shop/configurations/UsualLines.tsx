import { useFieldArray, useFormContext } from 'react-hook-form'
import { TextInput } from '../../base/form/contractForm.tsx'
import { amountSign } from '../../base/format/format.ts'
import { Close } from '../../base/icons/frame.tsx'
import { Section } from '../../base/page/Page.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import type { ConfigurationFields } from './configurationForm.ts'
import styles from './PriceFields.module.css'

/** What orders are often charged besides printing, offered at a tap where an order is taken in or edited. */
export function UsualLines() {
  const { control } = useFormContext<ConfigurationFields>()
  const { fields, append, remove } = useFieldArray({ control, name: 'usual_lines' })
  return (
    <Section title="Usual extras">
      <Stack gap={3}>
        <Text tone="muted">Offered at a tap on every order: lamination, typing, rush.</Text>
        {fields.map(({ id }, at) => (
          <div key={id} className={styles.usual}>
            <TextInput name={`usual_lines.${at}.text`} label="Extra" />
            <TextInput name={`usual_lines.${at}.price`} label="Price of one" number start={amountSign()} />
            <IconButton aria-label={`Remove usual extra ${at + 1}`} onClick={() => remove(at)}>
              <Close />
            </IconButton>
          </div>
        ))}
        {fields.length < 30 && (
          <div>
            <Button size="small" onClick={() => append({ text: '', price: null })}>
              Add a usual extra
            </Button>
          </div>
        )}
      </Stack>
    </Section>
  )
}
