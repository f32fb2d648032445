import {
  getPrinter,
  listPrinters,
  type Printer,
  updatePrinter,
} from '@our-print/contract/printing/printers.ts'
import { usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { PrinterFields } from './PrinterFields.tsx'
import type { Told } from './PrinterTest.tsx'
import { changesOf, formOf, usePrinterForm } from './printerForm.ts'
import { printerChanges } from './printerTexts.ts'

type Props = {
  printer: Printer
  /** What its last test told, which stays when the dialog is opened again. */
  told: Told | undefined
  onTold: (told: Told) => void
  onClose: () => void
}

/** Changes a printer. */
export default function EditPrinterDialog({ printer, told, onTold, onClose }: Props) {
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
      <PrinterFields printer={printer.id} hasPassword={printer.has_password} told={told} onTold={onTold} />
    </EditDialog>
  )
}
