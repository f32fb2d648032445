import {
  checkPrinter,
  deletePrinter,
  getPrinter,
  listPrinters,
  type Printer,
  updatePrinter,
} from '@our-print/contract/printing/printers.ts'
import { useWrite } from '../../base/api/api.ts'
import { activation, useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { printerChanges } from './printerTexts.ts'

/** Actions on one printer. */
export function usePrinterActions(printer: Printer) {
  const { name } = printer
  const params = { id: printer.id }
  const update = useWrite(updatePrinter, [listPrinters, getPrinter])
  const remove = useWrite(deletePrinter, [listPrinters])
  const check = useWrite(checkPrinter, [listPrinters, getPrinter])
  const act = useAct()

  return {
    check: () =>
      act({
        send: () => check.mutateAsync({ params }),
        done: ({ status }) =>
          status?.state === 'unreachable'
            ? toast.failure(`${name}: ${status.message}`)
            : toast.success(`${name} has answered`),
      }),
    setActive: (is_active: boolean) =>
      act({
        ...activation(is_active),
        name,
        record: printer,
        send: ({ id, version }) => update.mutateAsync({ params: { id }, body: { is_active, version } }),
        describe: printerChanges,
        done: is_active ? `${name} is active` : `${name} is deactivated: it gets no more jobs`,
      }),
    remove: () =>
      act({
        question: {
          title: `Delete ${name}?`,
          body: 'A printer that has print jobs cannot be deleted: deactivate it instead. This cannot be undone.',
          action: 'Delete',
          danger: true,
        },
        send: () => remove.mutateAsync({ params }),
        done: `${name} deleted`,
      }),
  }
}
