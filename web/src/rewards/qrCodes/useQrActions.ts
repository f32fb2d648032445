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
import { activation, useAct } from '../../base/dialog/useAct.tsx'
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
  const act = useAct()
  const forget = useCallback(() => setFailure(undefined), [])

  function fail(why: readonly string[]) {
    setFailure(why)
    // Someone else may have changed the records: read the list again.
    void client.invalidateQueries({ queryKey: [listQrCodes.url] })
  }

  function setActive(code: QrCode, is_active: boolean) {
    forget()
    return act({
      ...activation(is_active),
      name: codeName(code),
      record: code,
      send: ({ id, version }) => update({ querystring: { qr_id: id }, form: { is_active, version } }),
      describe: codeChanges,
      done: (now) => toast.success(`${codeName(now)} is ${is_active ? 'active again' : 'inactive now'}`),
      failed: ({ message }) => fail([message]),
    })
  }

  /**
   * Resolves to true when they are deleted, or when one did not exist any more: the selection is outdated in both
   * cases.
   */
  function remove(codes: readonly QrCode[]): Promise<boolean> {
    const several = codes.length > 1
    const name = codesName(codes)
    const ids = codes.map(({ id }) => id)
    forget()
    return act({
      question: {
        title: `Delete ${name}?`,
        body: `People who scan ${several ? 'them see' : 'it see'} “not found”. ${
          several ? 'The numbers are not reused, and they are' : 'The number is not reused, and it is'
        } kept in the bin for ${binDays} days. To stop ${several ? 'them' : 'it'} for a while, deactivate ${several ? 'them' : 'it'} instead.`,
        action: 'Delete',
        danger: true,
      },
      send: () => removeAll({ querystring: { qr_id: ids } }),
      done: () => showDeleted({ ids, message: `${name} deleted`, undone: `${name} ${isAre(ids)} back` }),
      failed: (error) => {
        fail(deleteErrorMessages(error, codes.length))
        return isNotFound(error)
      },
    })
  }

  async function removeMatching(matching: Matching): Promise<boolean> {
    const file = await loadFile(() => import('../../base/matching/deleteMatching.ts'))
    return file !== undefined && file.deleteMatching('qr_code', matching, { confirm, client })
  }

  return { setActive, remove, removeMatching, isSwitching, isRemoving, failure, forget }
}
