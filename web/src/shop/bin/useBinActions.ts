import { type BinEntry, deleteBinEntry, listBin, restoreBinEntries } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { isAre, plural } from '../../base/format/format.ts'
import { lossOf } from './binTexts.ts'

export type BinActions = ReturnType<typeof useBinActions>

/** Actions on deleted records; `failure` says why the last one was refused. */
export function useBinActions() {
  const { mutateAsync: restoreAll, isPending: isRestoring } = useWrite(restoreBinEntries, [])
  const { mutateAsync: deleteOne } = useWrite(deleteBinEntry, [])
  const [failure, setFailure] = useState<string>()
  const client = useQueryClient()
  const act = useAct()
  const forget = useCallback(() => setFailure(undefined), [])

  /** Resolves to true when they are restored, or when one is not in the bin any more: the selection is outdated then. */
  function restore(entries: readonly BinEntry[]): Promise<boolean> {
    forget()
    const ids = entries.map(({ id }) => id)
    const [only] = entries
    const name = only && entries.length === 1 ? only.name : plural(ids.length, 'deleted record')
    return act({
      send: () => restoreAll({ body: { ids } }),
      done: () => {
        toast.success(`${name} ${isAre(ids)} back`)
        // Any list may show it now.
        void client.invalidateQueries()
      },
      failed: fail,
    })
  }

  function deleteForGood({ id, kind, name }: BinEntry): Promise<boolean> {
    forget()
    return act({
      question: {
        title: `Delete ${name} for good?`,
        body: lossOf[kind],
        action: 'Delete for good',
        danger: true,
      },
      send: () => deleteOne({ params: { id } }),
      done: () => {
        toast.success(`${name} deleted for good`)
        void client.invalidateQueries({ queryKey: [listBin.url] })
      },
      failed: fail,
    })
  }

  function fail(error: unknown): boolean {
    const gone = isNotFound(error)
    setFailure(gone ? 'Someone else restored it or deleted it for good meanwhile.' : (error as Error).message)
    void client.invalidateQueries({ queryKey: [listBin.url] })
    return gone
  }

  return { restore, deleteForGood, isRestoring, failure, forget }
}
