import { type BinEntry, deleteBinEntry, listBin, restoreBinEntries } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
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
  const confirm = useConfirm()
  const forget = useCallback(() => setFailure(undefined), [])

  /** Resolves to true when they are restored, or when one is not in the bin any more: the selection is outdated then. */
  async function restore(entries: readonly BinEntry[]): Promise<boolean> {
    forget()
    const ids = entries.map(({ id }) => id)
    const [only] = entries
    const name = only && entries.length === 1 ? only.name : plural(ids.length, 'deleted record')
    try {
      await restoreAll({ body: { ids } })
      toast.success(`${name} ${isAre(ids)} back`)
      // Any list may show it now.
      void client.invalidateQueries()
      return true
    } catch (error) {
      return fail(error)
    }
  }

  async function deleteForGood({ id, kind, name }: BinEntry): Promise<void> {
    forget()
    const question = {
      title: `Delete ${name} for good?`,
      body: lossOf[kind],
      action: 'Delete for good',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await deleteOne({ params: { id } })
      toast.success(`${name} deleted for good`)
      void client.invalidateQueries({ queryKey: [listBin.url] })
    } catch (error) {
      fail(error)
    }
  }

  function fail(error: unknown): boolean {
    const gone = isNotFound(error)
    setFailure(gone ? 'Someone else restored it or deleted it for good meanwhile.' : (error as Error).message)
    void client.invalidateQueries({ queryKey: [listBin.url] })
    return gone
  }

  return { restore, deleteForGood, isRestoring, failure, forget }
}
