import {
  checkPrinter,
  deletePrinter,
  getPrinter,
  listPrinters,
  type Printer,
  updatePrinter,
} from '@our-print/contract/printing/printers.ts'
import { useWrite } from '../../base/api/api.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { useRecordAction } from '../../base/dialog/useRecordAction.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { printerChanges } from './printerTexts.ts'

/** Actions on one printer. */
export function usePrinterActions(printer: Printer) {
  const { name } = printer
  const params = { id: printer.id }
  const update = useWrite(updatePrinter, [listPrinters, getPrinter])
  const remove = useWrite(deletePrinter, [listPrinters])
  const check = useWrite(checkPrinter, [listPrinters, getPrinter])
  const confirm = useConfirm()
  const run = useRecordAction()

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  return {
    check: () =>
      attempt(async () => {
        const { status } = await check.mutateAsync({ params })
        if (status?.state === 'unreachable') toast.failure(`${name}: ${status.message}`)
        else toast.success(`${name} has answered`)
      }),
    setActive: (is_active: boolean) =>
      attempt(async () => {
        const done = await run({
          name,
          record: printer,
          action: is_active ? 'Activate' : 'Deactivate',
          send: ({ id, version }) => update.mutateAsync({ params: { id }, body: { is_active, version } }),
          describe: printerChanges,
          isDone: (now) => now.is_active === is_active,
        })
        if (done) {
          toast.success(is_active ? `${name} is active` : `${name} is deactivated: it gets no more jobs`)
        }
      }),
    remove: () =>
      attempt(async () => {
        const question = {
          title: `Delete ${name}?`,
          body: 'A printer that has print jobs cannot be deleted: deactivate it instead. This cannot be undone.',
          action: 'Delete',
          danger: true,
        }
        if (!(await confirm(question))) return
        await remove.mutateAsync({ params })
        toast.success(`${name} deleted`)
      }),
  }
}
