import { type Language, languageNames, languages } from '@our-print/contract/customer/languages.ts'
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
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'

const nameOf = ({ fact, language }: MessageTemplate) => `${factRow(fact).label}, ${languageNames[language]}`

const inLanguage: Filter<'language', Language | ''> = {
  name: 'language',
  label: 'Language',
  options: [
    { value: '', label: 'All languages' },
    ...languages.map((value) => ({ value, label: languageNames[value] })),
  ],
}

const EditTemplateDialog = lazyPart(() => import('./EditTemplateDialog.tsx'))

const columns = (edit: (template: MessageTemplate) => void): readonly Column<MessageTemplate>[] => [
  column('fact', 'Told of', { card: 'title', width: '22%' }, ({ fact }) => (
    <Name>{factRow(fact).label}</Name>
  )),
  column('language', 'Language', { width: 92, card: 'subtitle' }, ({ language }) => (
    <span lang={language}>{languageNames[language]}</span>
  )),
  column('subject', 'Subject of the email', { width: '26%', card: 'text' }, ({ subject }) => (
    <Text flow="wrap">{subject}</Text>
  )),
  column('short', 'SMS and WhatsApp', { card: 'text' }, ({ short }) => <Text flow="wrap">{short}</Text>),
  column('state', 'Status', { width: 92, card: 'corner' }, ({ is_on }) =>
    is_on ? (
      <Tag label="On" Icon={CheckCircle} tone="good" />
    ) : (
      <Tag label="Off" Icon={RemoveCircle} tone="off" />
    ),
  ),
  actionsColumn(88, (template) => (
    <Button size="small" aria-label={`Edit ${nameOf(template)}`} onClick={() => edit(template)}>
      Edit
    </Button>
  )),
]

/** What customers are told of each fact. */
export function MessageTemplatesPage() {
  const list = useListState(['language'], { name: 'templates of messages' })
  const [editing, setEditing] = useState<MessageTemplate>()
  return (
    <ListPage
      title="Templates"
      list={list}
      rows={query(listMessageTemplates, {
        querystring: { ...list.paging, ...filterBy(list, inLanguage) },
      })}
      columns={columns(setEditing)}
      rowName={nameOf}
      search="Text"
      filters={<ListFilter list={list} filter={inLanguage} />}
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
