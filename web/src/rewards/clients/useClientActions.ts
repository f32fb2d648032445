import { getLead, listLeads } from '@our-print/contract/people/leads.ts'
import { type Client, deleteClients, listClients } from '@our-print/contract/rewards/clients.ts'
import { listVoucherGroups, listVouchers } from '@our-print/contract/rewards/vouchers.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import { call } from '../../base/api/call.ts'
import { deleteErrorMessages, isNotFound } from '../../base/api/deleteErrors.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { loadFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { isAre, plural } from '../../base/format/format.ts'
import type { Matching } from '../../base/matching/matching.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { vouchersUrl } from './clientTexts.ts'

/** The message above the list: why an action failed, or which company has no vouchers. */
export type Message = { failure: readonly string[] } | { without: Client }

const namesOf = (clients: readonly Client[]) =>
  clients.length === 1 ? (clients[0]?.name ?? '') : plural(clients.length, 'company', 'companies')

function deletionWarning(clients: readonly Client[]) {
  const codes = clients.reduce((sum, { vouchers }) => sum + vouchers.codes, 0)
  const whose = clients.length === 1 ? 'its' : 'their'
  const loss = codes > 0 ? ` with ${whose} ${plural(codes, 'code')}` : ''
  const subject = clients.length === 1 ? 'The company is' : 'The companies are'
  return `${subject} kept in the bin${loss} for ${binDays} days. A company that has sold a code cannot be deleted.`
}

const stale = [listClients, listVouchers, listVoucherGroups, listLeads, getLead]

/** Actions on companies of the list. */
export function useClientActions() {
  const { mutateAsync: removeAll, isPending: isRemoving } = useWrite(deleteClients, stale)
  const showDeleted = useUndoDelete(stale)
  const [message, setMessage] = useState<Message>()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const act = useAct()
  const navigate = useNavigate()
  const forget = useCallback(() => setMessage(undefined), [])

  /**
   * Resolves to true when they are deleted, or when one did not exist any more: the selection is outdated in both
   * cases.
   */
  function remove(clients: readonly Client[]): Promise<boolean> {
    forget()
    const name = namesOf(clients)
    const ids = clients.map(({ id }) => id)
    return act({
      question: dangerous(`Delete ${name}?`, deletionWarning(clients), 'Delete'),
      send: () => removeAll({ querystring: { client_id: ids } }),
      done: () => showDeleted({ ids, message: `${name} deleted`, undone: `${name} ${isAre(ids)} back` }),
      failed: (error) => {
        setMessage({ failure: deleteErrorMessages(error, clients.length) })
        // Someone else may have changed the records: read the list again.
        void queries.invalidateQueries({ queryKey: [listClients.url] })
        return isNotFound(error)
      },
    })
  }

  async function removeMatching(matching: Matching): Promise<boolean> {
    forget()
    const file = await loadFile(() => import('../../base/matching/deleteMatching.ts'))
    const failed = ({ message }: Error) => setMessage({ failure: [message] })
    return (
      file !== undefined && file.deleteMatching('company', matching, { confirm, client: queries, failed })
    )
  }

  /** Opens a company's vouchers, if it has any. */
  const openVouchers = useCallback(
    async (client: Client) => {
      setMessage(undefined)
      try {
        const { results } = await call(listVoucherGroups, {
          querystring: { client_id: client.id, limit: '50' },
        })
        const groups = results.map(({ id }) => id)
        if (groups.length === 0) setMessage({ without: client })
        else navigate(vouchersUrl(client.name, groups))
      } catch (error) {
        toast.failure(error as Error)
      }
    },
    [navigate],
  )

  return { remove, removeMatching, isRemoving, openVouchers, message, forget }
}
