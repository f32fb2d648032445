import {
  type ApiKey,
  apiKeyOrderings,
  deleteApiKey,
  listApiKeys,
} from '@our-print/contract/people/apiKeys.ts'
import { query, useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
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
  const act = useAct()
  return ({ id, name }: ApiKey) =>
    act({
      question: {
        title: `Revoke ${name}?`,
        body: 'The system that uses this key can no longer call the API, from its next request on. This cannot be undone.',
        action: 'Revoke',
        danger: true,
      },
      send: () => remove.mutateAsync({ params: { id } }),
      done: `${name} revoked`,
      failed: (error) =>
        isNotFound(error) ? toast.success(`${name} was revoked already`) : toast.failure(error),
    })
}
