import Link from '@mui/material/Link'
import { type KeptScan, listTicketScans } from '@our-print/contract/orders/ticketScans.ts'
import { Link as RouterLink } from 'react-router'
import { query } from '../../base/api/api.ts'
import { Tag } from '../../base/feedback/Tag.tsx'
import { formatDateTime } from '../../base/format/dates.ts'
import { BlockOutlined as Block, Check } from '../../base/icons/screens.tsx'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { wrapped } from '../../base/page/wrapped.ts'
import { purposeLabels, refusalLabels } from './ticketScanTexts.ts'

const names = ['order'] as const

const isId = (id: string | undefined) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id ?? '')

const columns: readonly Column<KeptScan>[] = [
  {
    id: 'order',
    title: 'Order',
    width: '18%',
    cell: ({ order, order_number, code }) =>
      order ? (
        <Link component={RouterLink} to={`/order/${order}`} sx={{ fontWeight: 600 }}>
          {order_number}
        </Link>
      ) : (
        <span style={wrapped}>{code}</span>
      ),
  },
  {
    id: 'what',
    title: 'What for',
    width: '20%',
    card: 'subtitle',
    cell: ({ purpose, shelf_place }) =>
      shelf_place ? `${purposeLabels[purpose]} ${shelf_place}` : purposeLabels[purpose],
  },
  {
    id: 'result',
    title: 'Result',
    width: '22%',
    cell: ({ result, reason }) =>
      reason ? (
        <Tag Icon={Block} label={refusalLabels[reason]} />
      ) : (
        <Tag Icon={Check} label={result === 'repeated' ? 'Once more' : 'Done'} tone="good" />
      ),
  },
  { id: 'who', title: 'Who', width: '20%', cell: ({ by_name }) => by_name },
  { id: 'when', title: 'When', width: '20%', cell: ({ at }) => formatDateTime(at) },
]

/** Who had which bundle in the hand: all scans of job tickets, refused ones too, of all orders or of one. */
export function TicketScansPage() {
  const list = useListState(names)
  const { order } = list.filters
  const rows = query(listTicketScans, {
    querystring: { ...list.paging, ...(isId(order) && { order }) },
  })
  return (
    <Page title="Ticket scans" actions={<ExportButton rows={rows} />}>
      <ResourceTable
        label="Ticket scans"
        list={list}
        rows={rows}
        columns={columns}
        toolbar={
          order && (
            <SecondaryButton onClick={() => list.setFilter('order', null)} sx={{ justifySelf: 'start' }}>
              Of all orders
            </SecondaryButton>
          )
        }
        empty={{
          hint: 'Each scan of a job ticket shows here: who, when, what for, and why one was refused.',
        }}
      />
    </Page>
  )
}
