import { createPrinter, listPrinters } from '@our-print/contract/printing/printers.ts'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { PrinterFields } from './PrinterFields.tsx'
import { emptyForm, usePrinterForm } from './printerForm.ts'

/** Adds a printer. */
export default function NewPrinterDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createPrinter, [listPrinters])
  const form = usePrinterForm(emptyForm)
  return (
    <FormDialog
      title="New printer"
      submitLabel="Add"
      form={form}
      save={save}
      onClose={onClose}
      onSubmit={(body) =>
        save.mutateAsync({ body }).then(
          ({ name }) => {
            toast.success(`${name} added`)
            onClose()
          },
          () => undefined,
        )
      }
    >
      <PrinterFields />
    </FormDialog>
  )
}
