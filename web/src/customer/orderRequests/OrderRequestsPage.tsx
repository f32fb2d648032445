import {
  listOrderRequests,
  type OrderRequest,
  type RequestStatus,
  requestStatuses,
} from '@our-print/contract/customer/orderRequests.ts'
import { query } from '../../base/api/api.ts'
import { phone, rupees } from '../../base/format/format.ts'
import { type Column, column, DayOf, Name, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { aboutText, kindLabels, statusLabels } from './requestTexts.ts'

const statuses: Filter<'status', RequestStatus | ''> = {
  name: 'status',
  label: 'Status',
  options: [
    { value: '', label: 'All requests' },
    ...requestStatuses.map((value) => ({ value, label: statusLabels[value] })),
  ],
}

const columns: readonly Column<OrderRequest>[] = [
  column('about', 'Request', { card: 'title' }, (request) => (
    <Text flow="twoLines">
      <Name about={aboutText(request)}>{`${request.number} · ${aboutText(request)}`}</Name>
    </Text>
  )),
  column('name', 'Customer', { card: 'subtitle' }, ({ name }) => name),
  column('kind', 'Asks for', { width: 160 }, ({ kind }) => kindLabels[kind]),
  column('mobile', 'Phone', { width: 150, wide: true }, ({ mobile }) => (mobile ? phone(mobile) : '')),
  column('status', 'Status', { width: 112, card: 'corner' }, ({ status }) => (
    <Text {...(status === 'open' && { tone: 'warning' as const })}>{statusLabels[status]}</Text>
  )),
  column('created_at', 'When', { width: 112, sort: { by: 'created_at', as: 'time' } }, ({ created_at }) => (
    <DayOf recent time={created_at} />
  )),
  numberColumn('amount', 'Price shown', 128, ({ amount }) => (amount === null ? '' : rupees(amount))),
]

/** What customers ask for without signing in, and what became of it. */
export function OrderRequestsPage() {
  return (
    <FilteredListPage
      title="Requests"
      from={{
        sortedBy: ['created_at'] as const,
        rows: (querystring) => query(listOrderRequests, { querystring }),
      }}
      columns={columns}
      rowLink={({ id }) => `/order_request/${id}`}
      rowName={({ number }) => `request ${number}`}
      search="Number, name, phone, title"
      filter={statuses}
      hint="Customers ask by the link of their order. Visitors do on the page /order, where Configuration opens it."
    />
  )
}
