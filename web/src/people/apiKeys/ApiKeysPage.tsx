import {
  type ApiKey,
  apiKeyOrderings,
  deleteApiKey,
  listApiKeys,
} from '@our-print/contract/people/apiKeys.ts'
import { query, useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { apiKeyColumns } from './apiKeyColumns.tsx'

const NewApiKeyDialog = lazyPart(() => import('./NewApiKeyDialog.tsx'))

/** The keys with which other systems call the API. */
export function ApiKeysPage() {
  const list = useListState([], { sortedBy: apiKeyOrderings })
  const revoke = useRevoke()
  return (
    <ListPage
      title="API keys"
      list={list}
      rows={query(listApiKeys, { querystring: list.paging })}
      columns={apiKeyColumns(revoke)}
      rowName={({ name }) => name}
      search="Name"
      hint="With a key your website or app can take orders in and read them. Each key has its own name and rights."
      create={{ label: 'New API key', renderDialog: (close) => <NewApiKeyDialog onClose={close} /> }}
    />
  )
}

/** Revokes a key after a question. */
function useRevoke() {
  const remove = useWrite(deleteApiKey, [listApiKeys])
  const confirm = useConfirm()
  return async ({ id, name }: ApiKey) => {
    const question = {
      title: `Revoke ${name}?`,
      body: 'The system that uses this key can no longer call the API, from its next request on. This cannot be undone.',
      action: 'Revoke',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await remove.mutateAsync({ params: { id } })
      toast.success(`${name} revoked`)
    } catch (error) {
      if (isNotFound(error)) toast.success(`${name} was revoked already`)
      else toast.failure(error as Error)
    }
  }
}
