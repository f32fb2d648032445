import {
  type ApiKey,
  apiKeyOrderings,
  deleteApiKey,
  listApiKeys,
} from '@our-print/contract/people/apiKeys.ts'
import { query, useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDateTime, formatDay, formatRecentDate } from '../../base/format/format.ts'
import { EventBusyOutlined as EventBusy } from '../../base/icons/screens.tsx'
import { actionsColumn, type Column, column, DayOf, Name, nameColumn } from '../../base/list/columns.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './ApiKeysPage.module.css'
import { scopeTexts } from './scopeTexts.ts'

/** The columns of the list, with a button that revokes a key. */
const apiKeyColumns = (revoke: (key: ApiKey) => Promise<unknown>): readonly Column<ApiKey>[] => [
  nameColumn('name', (key) => <KeyName apiKey={key} />, { width: '18%' }),
  column('hint', 'Ends in', { width: 84, card: 'subtitle' }, ({ hint }) => <code>…{hint}</code>),
  column('scopes', 'It may', {}, ({ scopes }) => (
    <Text flow="wrap">{scopes.map((scope) => scopeTexts[scope].label).join(', ')}</Text>
  )),
  column('expires', 'Expires', { width: 124 }, (key) => <Expiry apiKey={key} />),
  column('used', 'Last used', { width: 112 }, ({ last_used_at }) =>
    last_used_at ? <DayOf recent time={last_used_at} /> : 'Never',
  ),
  column(
    'created',
    'Created',
    { width: 140, wide: true, sort: { by: 'created_at', as: 'time' } },
    ({ created_at, created_by_data }) => (
      <span title={formatDateTime(created_at)}>
        {formatRecentDate(created_at)}, {created_by_data.full_name}
      </span>
    ),
  ),
  actionsColumn(100, (key) => (
    <Button size="small" tone="danger" aria-label={`Revoke ${key.name}`} onClick={() => void revoke(key)}>
      Revoke
    </Button>
  )),
]

/** The name, and a warning where a person who has left may know the key. */
const KeyName = ({ apiKey: { name, created_by_data: creator, is_valid } }: { apiKey: ApiKey }) =>
  creator.is_active || !is_valid ? (
    <Name>{name}</Name>
  ) : (
    <span className={styles.name}>
      <Name>{name}</Name>
      <br />
      <Text size="small" tone="warning">
        {creator.full_name}, who created it, is deactivated and may know it
      </Text>
    </span>
  )

function Expiry({ apiKey: { expires_on, is_expired, is_valid, created_by_data } }: { apiKey: ApiKey }) {
  if (is_expired) return <Tag label="Expired" Icon={EventBusy} tone="off" />
  if (!is_valid) return <Text flow="wrap">Ended with {created_by_data.full_name}</Text>
  return expires_on === null ? 'Never' : formatDay(expires_on)
}

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
      question: dangerous(
        `Revoke ${name}?`,
        'The system that uses this key can no longer call the API, from its next request on. This cannot be undone.',
        'Revoke',
      ),
      send: () => remove.mutateAsync({ params: { id } }),
      done: `${name} revoked`,
      failed: (error) =>
        isNotFound(error) ? toast.success(`${name} was revoked already`) : toast.failure(error),
    })
}
