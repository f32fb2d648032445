import {
  deleteQrCodes,
  getQrCode,
  listQrCodes,
  type QrCode,
  updateQrCode,
} from '@our-print/contract/rewards/qrCodes.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { deleteErrorMessages, isNotFound } from '../../base/api/deleteErrors.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { useRecordAction } from '../../base/dialog/useRecordAction.tsx'
import { loadFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { isAre } from '../../base/format/format.ts'
import type { Matching } from '../../base/matching/matching.ts'
import { codeChanges, codeName, codesName } from './qrTexts.ts'

export type QrActions = ReturnType<typeof useQrActions>

/** Actions on QR codes; `failure` has the server's message of the last failed one. */
export function useQrActions() {
  const { mutateAsync: update, isPending: isSwitching } = useWrite(updateQrCode, [listQrCodes, getQrCode])
  const { mutateAsync: removeAll, isPending: isRemoving } = useWrite(deleteQrCodes, [listQrCodes, getQrCode])
  const showDeleted = useUndoDelete([listQrCodes, getQrCode])
  const [failure, setFailure] = useState<readonly string[]>()
  const client = useQueryClient()
  const confirm = useConfirm()
  const run = useRecordAction()
  const forget = useCallback(() => setFailure(undefined), [])

  /** Someone else may have changed the records: read the list again. */
  function fail(why: readonly string[]) {
    setFailure(why)
    void client.invalidateQueries({ queryKey: [listQrCodes.url] })
  }

  async function setActive(code: QrCode, is_active: boolean) {
    forget()
    try {
      const done = await run({
        name: codeName(code),
        record: code,
        action: is_active ? 'Activate' : 'Deactivate',
        send: ({ id, version }) => update({ querystring: { qr_id: id }, form: { is_active, version } }),
        describe: codeChanges,
        isDone: (now) => now.is_active === is_active,
      })
      if (done) toast.success(`${codeName(done)} is ${is_active ? 'active again' : 'inactive now'}`)
    } catch (error) {
      fail([(error as Error).message])
    }
  }

  /**
   * Resolves to true when they are deleted, or when one did not exist any more: the selection is outdated in both
   * cases.
   */
  async function remove(codes: readonly QrCode[]): Promise<boolean> {
    const several = codes.length > 1
    const question = {
      title: `Delete ${codesName(codes)}?`,
      body: `People who scan ${several ? 'them see' : 'it see'} “not found”. ${
        several ? 'The numbers are not reused, and they are' : 'The number is not reused, and it is'
      } kept in the bin for ${binDays} days. To stop ${several ? 'them' : 'it'} for a while, deactivate ${several ? 'them' : 'it'} instead.`,
      action: 'Delete',
      danger: true,
    }
    forget()
    if (!(await confirm(question))) return false
    try {
      const ids = codes.map(({ id }) => id)
      await removeAll({ querystring: { qr_id: ids } })
      const name = codesName(codes)
      showDeleted({ ids, message: `${name} deleted`, undone: `${name} ${isAre(ids)} back` })
      return true
    } catch (error) {
      fail(deleteErrorMessages(error, codes.length))
      return isNotFound(error)
    }
  }

  async function removeMatching(matching: Matching): Promise<boolean> {
    const file = await loadFile(() => import('../../base/matching/deleteMatching.ts'))
    return file !== undefined && file.deleteMatching('qr_code', matching, { confirm, client })
  }

  return { setActive, remove, removeMatching, isSwitching, isRemoving, failure, forget }
}
