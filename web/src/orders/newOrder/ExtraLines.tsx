import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { TextInput } from '../../base/form/contractForm.tsx'
import { amountSign, rupees } from '../../base/format/format.ts'
import { Close } from '../../base/icons/frame.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import styles from './ExtraLines.module.css'

type Lines = { lines: { text: string; quantity: number | null; price: number | null }[] }

/** What is charged besides printing: usual lines at a tap, others typed; in the form's field `lines`. */
export default function ExtraLines() {
  const { control } = useFormContext<Lines>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const usual = useRead(getConfiguration, {}).data?.usual_lines ?? []
  return (
    <Stack gap={3} align="stretch">
      {fields.map(({ id }, at) => (
        <div key={id} className={styles.line}>
          <div className={styles.text}>
            <TextInput name={`lines.${at}.text`} label="Extra" placeholder="Lamination" />
          </div>
          <TextInput name={`lines.${at}.quantity`} label="Quantity" number inputMode="numeric" />
          <TextInput name={`lines.${at}.price`} label="Price of one" number start={amountSign()} />
          <IconButton aria-label={`Remove extra ${at + 1}`} onClick={() => remove(at)}>
            <Close />
          </IconButton>
        </div>
      ))}
      {fields.length < 20 && (
        <Row gap={2} wrap>
          <Button size="small" onClick={() => append({ text: '', quantity: 1, price: null })}>
            Add an extra
          </Button>
          {usual.map(({ text, price }) => (
            <Button
              key={text}
              size="small"
              look="plain"
              onClick={() => append({ text, quantity: 1, price }, { shouldFocus: false })}
            >
              {text} {rupees(price)}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  )
}
