import { createPrinter, listPrinters } from '@our-print/contract/printing/printers.ts'
import { useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { PrinterFields } from './PrinterFields.tsx'
import type { Told } from './PrinterTest.tsx'
import { emptyForm, usePrinterForm } from './printerForm.ts'

/** Adds a printer. */
export default function NewPrinterDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createPrinter, [listPrinters])
  const form = usePrinterForm(emptyForm)
  const [told, setTold] = useState<Told>()
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
      <PrinterFields told={told} onTold={setTold} />
    </SendDialog>
  )
}
