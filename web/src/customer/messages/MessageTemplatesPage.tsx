import { factRow } from '@our-print/contract/customer/messageFacts.ts'
import { listMessageTemplates, type MessageTemplate } from '@our-print/contract/customer/messageTemplates.ts'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import {
  CheckCircleOutlined as CheckCircle,
  RemoveCircleOutlined as RemoveCircle,
} from '../../base/icons/frame.tsx'
import { actionsColumn, type Column, column, Name } from '../../base/list/columns.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'

const EditTemplateDialog = lazyPart(() => import('./EditTemplateDialog.tsx'))

const columns = (edit: (template: MessageTemplate) => void): readonly Column<MessageTemplate>[] => [
  column('fact', 'Told of', { card: 'title', width: '22%' }, ({ fact }) => (
    <Name>{factRow(fact).label}</Name>
  )),
  column('subject', 'Subject of the email', { width: '30%', card: 'text' }, ({ subject }) => (
    <Text flow="wrap">{subject}</Text>
  )),
  column('short', 'SMS and WhatsApp', { card: 'text' }, ({ short }) => <Text flow="wrap">{short}</Text>),
  column('state', 'State', { width: 92, card: 'corner' }, ({ is_on }) =>
    is_on ? (
      <Tag label="On" Icon={CheckCircle} tone="good" />
    ) : (
      <Tag label="Off" Icon={RemoveCircle} tone="off" />
    ),
  ),
  actionsColumn(88, (template) => (
    <Button
      look="plain"
      size="small"
      aria-label={`Edit ${factRow(template.fact).label}`}
      onClick={() => edit(template)}
    >
      Edit
    </Button>
  )),
]

/** What customers are told of each fact. */
export function MessageTemplatesPage() {
  const list = useListState([], { name: 'templates of messages' })
  const [editing, setEditing] = useState<MessageTemplate>()
  return (
    <ListPage
      title="Templates"
      list={list}
      rows={query(listMessageTemplates, { querystring: list.paging })}
      columns={columns(setEditing)}
      rowName={({ fact }) => factRow(fact).label}
      search="Text"
      hint="No template has these words."
      buttons={
        <>
          <Button to="/messages">Messages</Button>
          <Button to="/message_channels">Channels</Button>
        </>
      }
    >
      {editing && <EditTemplateDialog template={editing} onClose={() => setEditing(undefined)} />}
    </ListPage>
  )
}
