import Button from '@mui/material/Button'
import type { WebhookDelivery } from '@our-print/contract/shop/webhooks.ts'
import { Tag } from '../../base/feedback/Tag.tsx'
import { formatDateTime } from '../../base/format/dates.ts'
import { CheckCircleOutlined as CheckCircle, ErrorOutlined, Schedule } from '../../base/icons/frame.tsx'
import { actionsColumn, Name } from '../../base/list/columns.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { eventLabel, stateLabels } from './webhookTexts.ts'

const looks = {
  pending: { Icon: Schedule, tone: 'neutral' },
  delivered: { Icon: CheckCircle, tone: 'good' },
  failed: { Icon: ErrorOutlined, tone: 'off' },
} as const

/** The columns of the log, with a button that shows a delivery. */
export const deliveryColumns = (show: (id: string) => void): readonly Column<WebhookDelivery>[] => [
  {
    id: 'event',
    title: 'Event',
    card: 'title',
    cell: ({ event_type }) => <Name>{eventLabel(event_type)}</Name>,
  },
  {
    id: 'state',
    title: 'State',
    width: 116,
    card: 'corner',
    cell: ({ state }) => <Tag label={stateLabels[state]} {...looks[state]} />,
  },
  { id: 'happened', title: 'Happened', width: 190, cell: ({ happened_at }) => formatDateTime(happened_at) },
  {
    id: 'answer',
    title: 'Last answer',
    width: '30%',
    cell: ({ last_error, last_status }) =>
      last_error ?? (last_status ? `Answered ${last_status}` : 'Not tried yet'),
  },
  { id: 'attempts', title: 'Tries', width: 72, align: 'right', cell: ({ attempts }) => attempts },
  actionsColumn(92, ({ id, event_type }) => (
    <Button
      size="small"
      color="inherit"
      aria-label={`Show ${eventLabel(event_type)}`}
      onClick={() => show(id)}
    >
      Show
    </Button>
  )),
]
