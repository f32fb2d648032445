import { type CourierTask, listCourierTasks } from '@our-print/contract/orders/courierTasks.ts'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { type Column, column, DayOf, Name } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { useLocation, useNavigate } from '../../base/router/router.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { triedText } from '../triedText.ts'

const ScanTaskDialog = lazyPart(() => import('../ScanTaskDialog.tsx'))

const states: Filter<'open', 'true' | 'false' | ''> = {
  name: 'open',
  label: 'Status',
  options: [
    { value: '', label: 'Open and settled' },
    { value: 'true', label: 'Open' },
    { value: 'false', label: 'Settled' },
  ],
}

const columns: readonly Column<CourierTask>[] = [
  column('order', 'Order', { card: 'title' }, ({ order_number, order_title, code }) => (
    <Text flow="twoLines">
      <Name about={order_title ?? ''}>
        {order_number === null ? `Scanned code: ${code}` : `#${order_number} ${order_title}`}
      </Name>
    </Text>
  )),
  column('tried', 'What was done', { wide: true, card: 'subtitle' }, (task) => (
    <Text flow="line" title={triedText(task)}>
      {triedText(task)}
    </Text>
  )),
  column('by', 'Delivery staff', { width: 150 }, ({ by }) => by),
  column('refusal', 'Why it was refused', { wide: true, card: 'footer' }, ({ refusal }) => (
    <Text flow="line" title={refusal}>
      {refusal}
    </Text>
  )),
  column('at', 'When', { width: 112 }, ({ happened_at }) => <DayOf recent time={happened_at} />),
  column('state', 'Status', { width: 150, card: 'corner' }, ({ settled_at, settled_by }) =>
    settled_at === null ? <Text tone="warning">Open</Text> : `Settled by ${settled_by}`,
  ),
]

/**
 * Acts of couriers that were refused and that they sent to the office. Each is settled on the page of its order, or here
 * where only a code was scanned.
 */
export function CourierTasksPage() {
  const list = useListState(['open'])
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  return (
    <ListPage
      title="Refused acts"
      list={list}
      rows={query(listCourierTasks, { querystring: { ...list.paging, ...filterBy(list, states) } })}
      columns={columns}
      rowLink={({ id, order, code }) => (code === null ? `/order/${order}` : `/courier_tasks${search}#${id}`)}
      rowName={({ order_number, code }) =>
        code === null ? `refused act of order ${order_number}` : `refused scan of ${code}`
      }
      search="Order, delivery staff, what was done, scanned code"
      filters={<ListFilter list={list} filter={states} />}
      hint="Delivery staff send here what was refused: “Send to the office” on their phone, in To send."
    >
      {hash && <ScanTaskDialog id={hash.slice(1)} onClose={() => navigate({ search }, { replace: true })} />}
    </ListPage>
  )
}
