import { createReading, listReadings } from '@our-print/contract/printing/printerReadings.ts'
import { getProductionSummary, listProduction } from '@our-print/contract/printing/production.ts'
import { useWrite } from '../api/api.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useContractForm, withoutNulls } from '../form/useContractForm.ts'
import { PrinterInput } from '../printers/PrinterInput.tsx'
import { sides } from './productionTexts.ts'

type Fields = { printer: string; impressions: number | null }
const empty: Fields = { printer: '', impressions: null }

/** Enters what a printer's counter says, for printers that do not say it themselves. */
export function ReadingDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createReading, [getProductionSummary, listProduction, listReadings])
  const form = useContractForm(createReading.schema.body, { defaultValues: empty, prepare: withoutNulls })
  return (
    <FormDialog
      title="Enter a reading"
      form={form}
      save={save}
      onClose={onClose}
      onSubmit={(body) =>
        save.mutate(
          { body },
          {
            onSuccess: ({ gap, printer_name }) => {
              toast.success(
                gap === null
                  ? `First reading of ${printer_name} saved`
                  : gap === 0
                    ? `${printer_name} agrees with its jobs`
                    : `${printer_name} counted ${sides(Math.abs(gap))} ${gap > 0 ? 'more' : 'less'} than its jobs`,
              )
              onClose()
            },
          },
        )
      }
    >
      <PrinterInput />
      <TextInput
        name="impressions"
        label="Counter"
        number
        inputMode="numeric"
        hint="All sides that it ever printed, as its display says now"
      />
    </FormDialog>
  )
}
