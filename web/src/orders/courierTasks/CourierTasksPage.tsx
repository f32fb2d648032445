import { type CourierTask, listCourierTasks } from '@our-print/contract/orders/courierTasks.ts'
import { query } from '../../base/api/api.ts'
import { type Column, column, DayOf, Name } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Text } from '../../base/ui/Text.tsx'

const states: Filter<'open', 'true' | 'false' | ''> = {
  name: 'open',
  label: 'State',
  options: [
    { value: '', label: 'Open and settled' },
    { value: 'true', label: 'Open' },
    { value: 'false', label: 'Settled' },
  ],
}

const columns: readonly Column<CourierTask>[] = [
  column('order', 'Order', { card: 'title' }, ({ order_number, order_title }) => (
    <Text flow="twoLines">
      <Name about={order_title}>{`#${order_number} ${order_title}`}</Name>
    </Text>
  )),
  column('tried', 'What was done', { wide: true, card: 'subtitle' }, ({ tried }) => (
    <Text flow="line" title={tried}>
      {tried}
    </Text>
  )),
  column('by', 'Delivery staff', { width: 150 }, ({ by }) => by),
  column('refusal', 'Why it was refused', { wide: true, card: 'footer' }, ({ refusal }) => (
    <Text flow="line" title={refusal}>
      {refusal}
    </Text>
  )),
  column('at', 'When', { width: 112 }, ({ happened_at }) => <DayOf recent time={happened_at} />),
  column('state', 'State', { width: 150, card: 'corner' }, ({ settled_at, settled_by }) =>
    settled_at === null ? <Text tone="warning">Open</Text> : `Settled by ${settled_by}`,
  ),
]

/** Acts of couriers that were refused and that they sent to the office. Each is settled on the page of its order. */
export function CourierTasksPage() {
  const list = useListState(['open'])
  return (
    <ListPage
      title="Refused acts"
      list={list}
      rows={query(listCourierTasks, { querystring: { ...list.paging, ...filterBy(list, states) } })}
      columns={columns}
      rowLink={({ order }) => `/order/${order}`}
      rowName={({ order_number }) => `refused act of order ${order_number}`}
      search="Order, delivery staff, what was done"
      filters={<ListFilter list={list} filter={states} />}
      hint="Delivery staff send here what was refused: “Send to the office” on their phone, in To send."
    />
  )
}
