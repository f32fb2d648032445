import {
  factKinds,
  factRow,
  type MessageChannel,
  type MessageFact,
  messageChannels,
} from '@our-print/contract/customer/messageFacts.ts'
import {
  listMessages,
  type Message,
  type MessageState,
  messageStates,
} from '@our-print/contract/customer/messages.ts'
import { useState } from 'react'
import { query } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { actionsColumn, type Column, column, DayOf, Name } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { channelLabels, MessageTag, outcomeText, stateLabels } from './messageTexts.tsx'

const MessageDialog = lazyPart(() => import('./MessageDialog.tsx'))

const columns = (show: (id: string) => void): readonly Column<Message>[] => [
  column('fact', 'Told of', { card: 'title', width: '15%' }, ({ fact }) => (
    <Name>{factRow(fact).label}</Name>
  )),
  column('customer', 'Customer', { card: 'subtitle', width: '15%' }, ({ user_name }) => (
    <Text flow="wrap">{user_name}</Text>
  )),
  column('order', 'Order', { width: 84 }, ({ order_number }) =>
    order_number === null ? '—' : `#${order_number}`,
  ),
  column('channel', 'By', { width: 96 }, ({ channel }) => channelLabels[channel]),
  column('state', 'Status', { width: 116, card: 'corner' }, ({ state }) => <MessageTag state={state} />),
  column('said', 'Answer', { card: 'text' }, (message) => (
    <Text flow="wrap">{outcomeText(message) || '—'}</Text>
  )),
  column('happened', 'Happened', { width: 112, wide: true }, ({ created_at }) => (
    <DayOf recent time={created_at} />
  )),
  actionsColumn(88, ({ id, fact, user_name }) => (
    <Button size="small" aria-label={`Show ${factRow(fact).label} to ${user_name}`} onClick={() => show(id)}>
      Show
    </Button>
  )),
]

const states: Filter<'state', MessageState | ''> = {
  name: 'state',
  label: 'Status',
  options: [
    { value: '', label: 'All statuses' },
    ...messageStates.map((value) => ({ value, label: stateLabels[value] })),
  ],
}
const facts: Filter<'fact', MessageFact | ''> = {
  name: 'fact',
  label: 'Told of',
  options: [
    { value: '', label: 'Everything' },
    ...factKinds.map((value) => ({ value, label: factRow(value).label })),
  ],
}
const channels: Filter<'channel', MessageChannel | ''> = {
  name: 'channel',
  label: 'Channel',
  options: [
    { value: '', label: 'All channels' },
    ...messageChannels.map((value) => ({ value, label: channelLabels[value] })),
  ],
}

/** What customers were told, and what became of each message. */
export function MessagesPage() {
  const list = useListState(['state', 'fact', 'channel'])
  const [shown, setShown] = useState<string>()
  const setsUp = useCan('configuration')
  return (
    <ListPage
      title="Messages"
      list={list}
      rows={query(listMessages, {
        querystring: {
          ...list.paging,
          ...filterBy(list, states),
          ...filterBy(list, facts),
          ...filterBy(list, channels),
        },
      })}
      columns={columns(setShown)}
      rowName={({ fact, user_name }) => `${factRow(fact).label} to ${user_name}`}
      search="Customer, address, answer"
      filters={
        <>
          <ListFilter list={list} filter={states} />
          <ListFilter list={list} filter={facts} />
          <ListFilter list={list} filter={channels} />
        </>
      }
      buttons={
        setsUp && (
          <>
            <Button to="/message_templates">Templates</Button>
            <Button to="/message_channels">Channels</Button>
          </>
        )
      }
      hint="Customers are told of their orders once a channel is set up: email, SMS or WhatsApp."
    >
      {shown && <MessageDialog id={shown} onClose={() => setShown(undefined)} />}
    </ListPage>
  )
}
