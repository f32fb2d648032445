import { createPrinter, listPrinters } from '@our-print/contract/printing/printers.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { PrinterFields } from './PrinterFields.tsx'
import { emptyForm, usePrinterForm } from './printerForm.ts'

/** Adds a printer. */
export default function NewPrinterDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createPrinter, [listPrinters])
  const form = usePrinterForm(emptyForm)
  return (
    <SendDialog
      title="New printer"
      submitLabel="Add"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ body })}
      savedMessage={({ name }) => `${name} added`}
    >
      <PrinterFields />
    </SendDialog>
  )
}
