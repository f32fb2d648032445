import { type FoundPrinter, findPrinters } from '@our-print/contract/printing/findPrinters.ts'
import { useFormContext } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './FindPrinters.module.css'
import type { PrinterForm } from './printerForm.ts'

/** Looks for printers on the shop's network; the one that is chosen fills the form, and is added only with it. */
export function FindPrinters() {
  const form = useFormContext<PrinterForm>()
  const find = useWrite(findPrinters, [])
  const printers = find.data?.printers

  function choose({ name, uri, color, duplex }: FoundPrinter) {
    const change = { shouldDirty: true, shouldTouch: true }
    form.setValue('uri', uri, { ...change, shouldValidate: true })
    form.setValue('certificate', null, change)
    const can = [color && ('color' as const), duplex && ('duplex' as const)]
    form.setValue(
      'can',
      can.filter((one) => one !== false),
      change,
    )
    if (!form.getValues('name').trim()) form.setValue('name', name, { ...change, shouldValidate: true })
    form.setFocus('name')
  }

  return (
    <Stack gap={3} align="stretch" aria-live="polite">
      <Row>
        <Button loading={find.isPending} onClick={() => find.mutate({})}>
          Find printers on the network
        </Button>
      </Row>
      {find.isError && <Alert severity="error">{find.error.message}</Alert>}
      {printers?.length === 0 && (
        <Text as="p" size="small" tone="muted">
          No printer answered. Its address works all the same: its display shows it.
        </Text>
      )}
      {printers && printers.length > 0 && (
        <ul className={styles.found} aria-label="Printers on the network">
          {printers.map((printer) => (
            <li key={printer.uri} className={styles.printer}>
              <div className={styles.name}>
                <Text as="div" strong flow="wrap">
                  {printer.name}
                </Text>
                <Text as="div" size="caption" tone="muted" flow="wrap">
                  {[printer.about, printer.uri].filter(Boolean).join(' · ')}
                </Text>
              </div>
              {printer.is_known ? (
                <Text size="small" tone="muted">
                  Added
                </Text>
              ) : (
                <Button size="touch" aria-label={`Use ${printer.name}`} onClick={() => choose(printer)}>
                  Use
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
