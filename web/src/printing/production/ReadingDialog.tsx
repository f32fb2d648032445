import {
  correctReading,
  createReading,
  listReadings,
  type PrinterReading,
} from '@our-print/contract/printing/printerReadings.ts'
import { getProductionSummary, listProduction } from '@our-print/contract/printing/production.ts'
import { useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { useContractForm, withoutNulls } from '../../base/form/useContractForm.ts'
import { formatDateTime } from '../../base/format/dates.ts'
import { count } from '../../base/format/format.ts'
import { PrinterInput } from '../printers/PrinterInput.tsx'
import { sides } from './productionTexts.ts'

const figures = [getProductionSummary, listProduction, listReadings]
type Props = { onClose: () => void }

/** Enters what a printer's counter says, for printers that do not say it themselves. */
export function ReadingDialog({ onClose }: Props) {
  const save = useWrite(createReading, figures)
  const form = useContractForm(createReading.schema.body, {
    defaultValues: { printer: '', impressions: null as number | null },
    prepare: withoutNulls,
  })
  const doubt = useDoubt(form.watch('impressions'))
  return (
    <FormDialog
      title="Enter a reading"
      form={form}
      save={save}
      onClose={onClose}
      {...doubt.button}
      onSubmit={({ printer, impressions }) =>
        save.mutate(
          { body: { printer, impressions, ...doubt.answer } },
          { onSuccess: (reading) => announceReading(reading, onClose), onError: doubt.notice(impressions) },
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

/** Replaces a mistyped reading by what the counter said at the same moment. */
export function CorrectionDialog({ of, onClose }: Props & { of: PrinterReading }) {
  const save = useWrite(correctReading, figures)
  const form = useContractForm(correctReading.schema.body, {
    defaultValues: { impressions: of.impressions },
    prepare: withoutNulls,
  })
  const doubt = useDoubt(form.watch('impressions'))
  return (
    <FormDialog
      title={`Correct a reading of ${of.printer_name}`}
      form={form}
      save={save}
      onClose={onClose}
      {...doubt.button}
      onSubmit={({ impressions }) =>
        save.mutate(
          { params: { id: of.id }, body: { impressions, ...doubt.answer } },
          { onSuccess: (reading) => announceReading(reading, onClose), onError: doubt.notice(impressions) },
        )
      }
    >
      <TextInput
        name="impressions"
        label="Counter"
        number
        inputMode="numeric"
        autoFocus
        hint={`What it really said on ${formatDateTime(of.at)}, instead of ${count(of.impressions)}`}
      />
    </FormDialog>
  )
}

/** The server asks about a number that looks mistyped: the same number, sent again, is confirmed. */
function useDoubt(impressions: number | null) {
  const [doubted, setDoubted] = useState<number>()
  const isDoubted = doubted !== undefined && impressions === doubted
  return {
    answer: isDoubted ? { is_confirmed: true } : {},
    button: isDoubted ? { submitLabel: 'It is right, save', warning: true } : {},
    notice: (sent: number) => (error: ApiError) => {
      if (error.code === 'implausible') setDoubted(sent)
    },
  }
}

function announceReading({ gap, printer_name }: PrinterReading, close: () => void): void {
  toast.success(
    gap === null
      ? `Reading of ${printer_name} saved`
      : gap === 0
        ? `${printer_name} agrees with its jobs`
        : `${printer_name} counted ${sides(Math.abs(gap))} ${gap > 0 ? 'more' : 'less'} than its jobs`,
  )
  close()
}
