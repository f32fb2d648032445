import { type KeptScan, listTicketScans } from '@our-print/contract/orders/ticketScans.ts'
import { query } from '../../base/api/api.ts'
import { doneText } from '../../base/format/DoneAt.tsx'
import { BlockOutlined as Block, Check } from '../../base/icons/screens.tsx'
import { type Column, column } from '../../base/list/columns.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { purposeLabels, refusalLabels } from './ticketScanTexts.ts'

const names = ['order'] as const

const isId = (id: string | undefined) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id ?? '')

const columns: readonly Column<KeptScan>[] = [
  column('order', 'Order', { width: '18%' }, ({ order, order_number, code }) =>
    order ? (
      <Link to={`/order/${order}`} strong>
        {order_number}
      </Link>
    ) : (
      <Text flow="wrap">{code}</Text>
    ),
  ),
  column('what', 'What for', { width: '20%', card: 'subtitle' }, ({ purpose, shelf_place }) =>
    shelf_place ? `${purposeLabels[purpose]} ${shelf_place}` : purposeLabels[purpose],
  ),
  column('result', 'Result', { width: '22%' }, ({ result, reason }) =>
    reason ? (
      <Tag Icon={Block} label={refusalLabels[reason]} />
    ) : (
      <Tag Icon={Check} label={result === 'repeated' ? 'Once more' : 'Done'} tone="good" />
    ),
  ),
  column('who', 'Who', { width: '20%' }, ({ by_name }) => by_name),
  column('when', 'When', { width: '20%' }, (scan) => doneText(scan)),
]

/** Who had which bundle in the hand: all scans of job tickets, refused ones too, of all orders or of one. */
export function TicketScansPage() {
  const list = useListState(names)
  const { order } = list.filters
  const rows = query(listTicketScans, {
    querystring: { ...list.paging, ...(isId(order) && { order }) },
  })
  return (
    <Page title="Ticket scans">
      <ResourceTable
        label="Ticket scans"
        list={list}
        rows={rows}
        exports
        columns={columns}
        toolbar={
          order && (
            <Row>
              <Button onClick={() => list.setFilter('order', null)}>Of all orders</Button>
            </Row>
          )
        }
        empty={{
          hint: 'Each scan of a job ticket shows here: who, when, what for, and why one was refused.',
        }}
      />
    </Page>
  )
}
