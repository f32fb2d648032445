import {
  getPrinter,
  listPrinters,
  type Printer,
  updatePrinter,
} from '@our-print/contract/printing/printers.ts'
import { usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { PrinterFields } from './PrinterFields.tsx'
import { changesOf, formOf, usePrinterForm } from './printerForm.ts'
import { printerChanges } from './printerTexts.ts'

/** Changes a printer. */
export default function EditPrinterDialog({ printer, onClose }: { printer: Printer; onClose: () => void }) {
  const changing = usePatch(updatePrinter, [listPrinters, getPrinter], {
    record: printer,
    describe: printerChanges,
  })
  const form = usePrinterForm(formOf(printer))
  return (
    <EditDialog
      title="Edit printer"
      what="This printer"
      form={form}
      changing={changing}
      valuesOf={formOf}
      bodyOf={(values) => changesOf(values, changing.seen)}
      savedMessage={({ name }) => `${name} saved`}
      onClose={onClose}
    >
      <PrinterFields printer={printer.id} hasPassword={printer.has_password} />
    </EditDialog>
  )
}
