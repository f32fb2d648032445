import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type ApiKey,
  apiKeyOrderings,
  deleteApiKey,
  listApiKeys,
} from '@our-print/contract/apiKeys/apiKeys.ts'
import { lazy } from 'react'
import { query, useWrite } from '../api/api.ts'
import { isNotFound } from '../api/deleteErrors.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { Tag } from '../feedback/Tag.tsx'
import { toast } from '../feedback/toast.tsx'
import { formatDateTime, formatDay, formatRecentDate } from '../format/dates.ts'
import EventBusy from '../icons/EventBusyOutlined.tsx'
import { actionsColumn, Name, nameColumn } from '../list/columns.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/tableModel.ts'
import { useListState } from '../list/useListState.ts'
import { scopeTexts } from './scopeTexts.ts'

const NewApiKeyDialog = lazy(() => import('./NewApiKeyDialog.tsx'))

/** The keys with which other systems call the API. */
export function ApiKeysPage() {
  const list = useListState([], { sortedBy: apiKeyOrderings })
  const revoke = useRevoke()
  const columns: readonly Column<ApiKey>[] = [
    nameColumn('name', ({ name }) => <Name>{name}</Name>, { width: '18%' }),
    {
      id: 'hint',
      title: 'Ends in',
      width: 84,
      card: 'subtitle',
      cell: ({ hint }) => <code>…{hint}</code>,
    },
    {
      id: 'scopes',
      title: 'It may',
      cell: ({ scopes }) => (
        <Box component="span" sx={{ whiteSpace: 'normal' }}>
          {scopes.map((scope) => scopeTexts[scope].label).join(', ')}
        </Box>
      ),
    },
    { id: 'expires', title: 'Expires', width: 124, cell: (key) => <Expiry apiKey={key} /> },
    {
      id: 'used',
      title: 'Last used',
      width: 112,
      cell: ({ last_used_at }) =>
        last_used_at ? (
          <span title={formatDateTime(last_used_at)}>{formatRecentDate(last_used_at)}</span>
        ) : (
          'Never'
        ),
    },
    {
      id: 'created',
      title: 'Created',
      width: 140,
      wide: true,
      sort: { by: 'created_at', as: 'time' },
      cell: ({ created_at, created_by_data }) => (
        <span title={formatDateTime(created_at)}>
          {formatRecentDate(created_at)}, {created_by_data.full_name}
        </span>
      ),
    },
    actionsColumn(100, (key) => (
      <Button
        size="small"
        color="error"
        variant="outlined"
        aria-label={`Revoke ${key.name}`}
        onClick={() => void revoke(key)}
      >
        Revoke
      </Button>
    )),
  ]
  return (
    <ListPage
      title="API keys"
      list={list}
      rows={query(listApiKeys, { querystring: list.paging })}
      columns={columns}
      rowName={({ name }) => name}
      search="Name"
      hint="With a key your website or app can take orders in and read them. Each key has its own name and rights."
      create={{ label: 'New API key', renderDialog: (close) => <NewApiKeyDialog onClose={close} /> }}
    />
  )
}

function Expiry({ apiKey: { expires_on, is_expired } }: { apiKey: ApiKey }) {
  if (is_expired) return <Tag label="Expired" Icon={EventBusy} tone="off" />
  return expires_on === null ? 'Never' : formatDay(expires_on)
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
