import { type Client, deleteClients, listClients } from '@our-print/contract/clients.ts'
import { getLead, listLeads } from '@our-print/contract/leads.ts'
import { listVoucherGroups, listVouchers } from '@our-print/contract/vouchers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useWrite } from '../api/api.ts'
import { call } from '../api/call.ts'
import { deleteErrorMessages, isNotFound } from '../api/deleteErrors.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { plural } from '../format/format.ts'
import { vouchersUrl } from './clientTexts.ts'

/** What the list says above its rows: what went wrong, or who has nothing to show. */
export type Message = { failure: readonly string[] } | { without: Client }

const namesOf = (clients: readonly Client[]) =>
  clients.length === 1 ? (clients[0]?.name ?? '') : plural(clients.length, 'company', 'companies')

/** What goes with companies that are deleted. */
function deletionWarning(clients: readonly Client[]) {
  const codes = clients.reduce((sum, { vouchers }) => sum + vouchers.codes, 0)
  const whose = clients.length === 1 ? 'its' : 'their'
  const loss = codes > 0 ? ` with ${whose} ${plural(codes, 'code')}` : ''
  const subject = clients.length === 1 ? 'The company is' : 'The companies are'
  return `${subject} gone for good${loss}. A company that has sold a code cannot be deleted.`
}

/** What can be done with companies from their rows. */
export function useClientActions() {
  const { mutateAsync: removeAll, isPending: isRemoving } = useWrite(deleteClients, [
    listClients,
    listVouchers,
    listVoucherGroups,
    listLeads,
    getLead,
  ])
  const [message, setMessage] = useState<Message>()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const forget = useCallback(() => setMessage(undefined), [])

  /** Whether they are gone, or one of them was already: either way the choice is over. */
  async function remove(clients: readonly Client[]): Promise<boolean> {
    forget()
    const name = namesOf(clients)
    const question = {
      title: `Delete ${name}?`,
      body: deletionWarning(clients),
      action: 'Delete',
      danger: true,
    }
    if (!(await confirm(question))) return false
    try {
      await removeAll({ querystring: { client_id: clients.map(({ id }) => id) } })
      toast.success(`${name} deleted`)
      return true
    } catch (error) {
      setMessage({ failure: deleteErrorMessages(error, clients.length) })
      // Others may have been faster: the list shows what they did.
      void queries.invalidateQueries({ queryKey: [listClients.url] })
      return isNotFound(error)
    }
  }

  /** Opens a company's vouchers, where it has any. */
  const openVouchers = useCallback(
    async (client: Client) => {
      setMessage(undefined)
      try {
        const { results } = await call(listVoucherGroups, {
          querystring: { client_id: client.id, limit: '50' },
        })
        const groups = results.map(({ id }) => id)
        if (groups.length === 0) setMessage({ without: client })
        else void navigate(vouchersUrl(client.name, groups))
      } catch (error) {
        toast.failure(error as Error)
      }
    },
    [navigate],
  )

  return { remove, isRemoving, openVouchers, message, forget }
}
