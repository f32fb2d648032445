import { movePrintJob, type PrintJob, proposePrintJobs } from '@our-print/contract/printing/printJobs.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { Loading } from '../../base/feedback/Loading.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { PrinterRadios } from './PrinterRadios.tsx'
import { printerOption } from './printerOptions.ts'
import { isAtPrinter, isOpen, progressText } from './printJobTexts.ts'
import { staleJobs } from './useJobActions.ts'

/** Prints a job, or what is missing of it, on another printer. */
export default function MoveJobDialog({ job, onClose }: { job: PrintJob; onClose: () => void }) {
  const save = useWrite(movePrintJob, staleJobs)
  const form = useContractForm(movePrintJob.schema.body, { defaultValues: { printer: '' } })
  const { data, error } = useRead(proposePrintJobs, { querystring: { order: job.order } })
  const printers = data?.[0]?.printers.filter(({ id }) => !isOpen(job) || id !== job.printer)
  return (
    <SendDialog
      title={isOpen(job) ? 'Move to another printer' : 'Print the rest'}
      submitLabel={isOpen(job) ? 'Move' : 'Print'}
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ params: { id: job.id }, body })}
      savedMessage={(moved) =>
        moved.is_cancelling
          ? 'It is moved as soon as its printer has stopped'
          : `Print job ${moved.number} is in the queue of ${moved.printer_data?.name}`
      }
    >
      {(isAtPrinter(job) || !isOpen(job) || job.impressions_done > 0) && (
        <Text as="p" tone="muted">
          {progressText(job)} are printed. They stay; the other printer prints the rest.
        </Text>
      )}
      {error && <Alert severity="error">{error.message}</Alert>}
      {!data && !error && <Loading of="part" />}
      {printers && printers.length === 0 && <Alert severity="info">There is no other printer in use.</Alert>}
      {printers && printers.length > 0 && (
        <PrinterRadios name="printer" options={printers.map(printerOption)} />
      )}
    </SendDialog>
  )
}
