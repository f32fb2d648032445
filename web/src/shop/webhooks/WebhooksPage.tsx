import { listWebhooks, type Webhook } from '@our-print/contract/shop/webhooks.ts'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatRecentDate } from '../../base/format/format.ts'
import { WarningAmberOutlined as Warning } from '../../base/icons/frame.tsx'
import { type Column, column } from '../../base/list/columns.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { eventLabel, WebhookTag } from './webhookTexts.tsx'

const NewWebhookDialog = lazyPart(() => import('./NewWebhookDialog.tsx'))

const columns: readonly Column<Webhook>[] = [
  column('url', 'Address', { card: 'title' }, ({ url, description }) => (
    <Stack>
      <Text as="div" strong flow="wrap">
        {url}
      </Text>
      {description && (
        <Text as="div" tone="muted" flow="wrap">
          {description}
        </Text>
      )}
    </Stack>
  )),
  column('events', 'It is told of', { width: '34%' }, ({ event_types: types }) => (
    <Text flow="wrap">
      {types.slice(0, 4).map(eventLabel).join(', ')}
      {types.length > 4 && ` and ${types.length - 4} more`}
    </Text>
  )),
  column('state', 'Status', { width: 192, card: 'corner' }, (webhook) => (
    <Row as="span" gap={1} wrap>
      <WebhookTag webhook={webhook} />
      {webhook.failed > 0 && <Tag label={`${count(webhook.failed)} failed`} Icon={Warning} />}
    </Row>
  )),
  column(
    'pending',
    'Waiting',
    {
      width: 88,
      align: 'right',
    },
    ({ pending }) => (pending === 1000 ? '1,000 +' : count(pending)),
  ),
  column('created', 'Created', { width: 112, wide: true }, ({ created_at }) => formatRecentDate(created_at)),
]

/** The addresses of other systems that are told what happens. */
export function WebhooksPage() {
  const list = useListState([])
  return (
    <ListPage
      title="Webhooks"
      list={list}
      rows={query(listWebhooks, { querystring: list.paging })}
      columns={columns}
      rowName={({ url }) => url}
      rowLink={({ id }) => `/webhook/${id}`}
      search="Address, description"
      hint="A webhook tells your website or another system at once when an order, a lead or something else changes."
      create={{ label: 'New webhook', renderDialog: (close) => <NewWebhookDialog onClose={close} /> }}
    />
  )
}
