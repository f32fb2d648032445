import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { listBin, restoreBinEntries } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { toast } from './toast.ts'

type Deleted = {
  ids: string[]
  /** 'QR code 523 deleted' */
  message: string
  detail?: string
  /** 'QR code 523 is back' */
  undone: string
}

/** Says what was deleted, with Undo, which takes it out of the bin. `stale` names the lists and records to read again. */
export function useUndoDelete(stale: readonly Endpoint[]) {
  const client = useQueryClient()

  function readAgain(endpoints: readonly Endpoint[]) {
    for (const { url } of endpoints) void client.invalidateQueries({ queryKey: [url] })
  }

  return function showDeleted({ ids, message, detail, undone }: Deleted) {
    async function undo() {
      try {
        await call(restoreBinEntries, { body: { ids } })
        toast.success(undone)
      } catch (error) {
        toast.failure('It could not be restored.', (error as Error).message)
      }
      readAgain([...stale, listBin])
    }
    readAgain([listBin])
    toast.success(message, { undo: () => void undo(), ...(detail && { detail }) })
  }
}
