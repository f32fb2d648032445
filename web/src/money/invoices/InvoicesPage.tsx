import { type InvoiceFacts, type InvoiceKind, listInvoices } from '@our-print/contract/money/invoices.ts'
import { query } from '../../base/api/api.ts'
import { addDays, formatDay, rupees, today } from '../../base/format/format.ts'
import { type Column, column, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { kindLabels, ordersText } from './invoiceTexts.ts'

const kinds: Filter<'kind', InvoiceKind | 'purchases' | ''> = {
  name: 'kind',
  label: 'Kind',
  options: [
    { value: '', label: 'All kinds' },
    { value: 'invoice', label: 'Invoices' },
    { value: 'credit_note', label: 'Credit notes' },
    { value: 'purchases', label: 'Self-billed' },
  ],
}

const periods: Filter<'days', '30' | '365' | ''> = {
  name: 'days',
  label: 'Period',
  options: [
    { value: '', label: 'At any time' },
    { value: '30', label: 'Last 30 days' },
    { value: '365', label: 'Last 365 days' },
  ],
}

const columns: readonly Column<InvoiceFacts>[] = [
  column('number', 'Number', { width: 170, card: 'title' }, ({ number }) => <Text strong>{number}</Text>),
  column('buyer', 'For', { card: 'subtitle' }, ({ counterparty }) => counterparty),
  column('kind', 'Kind', { width: 168, card: 'corner' }, ({ kind }) => kindLabels[kind]),
  column('orders', 'Orders', { width: 176, wide: true }, ({ orders }) => ordersText(orders) || '–'),
  column('issued_at', 'Issued', { width: 120, sort: { by: 'issued_at', as: 'time' } }, ({ day }) =>
    formatDay(day),
  ),
  numberColumn('total', 'Total', 128, ({ total }) => rupees(total), 'total'),
]

/** Invoices and credit notes, newest first. */
export function InvoicesPage() {
  const list = useListState(['kind', 'days', 'client'], { sortedBy: ['issued_at', 'total'] })
  const navigate = useNavigate()
  const { days } = filterBy(list, periods)
  const range = days ? { from_date: addDays(today(), 1 - Number(days)) } : {}
  const { client } = list.filters
  return (
    <ListPage
      title="Invoices"
      list={list}
      rows={query(listInvoices, {
        querystring: {
          ...list.paging,
          kind: 'all',
          ...filterBy(list, kinds),
          ...range,
          ...(client && { client }),
        },
      })}
      columns={columns}
      rowLink={({ id }) => `/invoice/${id}`}
      rowName={({ number }) => `invoice ${number}`}
      search="Number, name, reason, order"
      filters={
        <>
          <ListFilter list={list} filter={kinds} />
          <ListFilter list={list} filter={periods} />
        </>
      }
      actions={[{ label: 'Registers', onClick: () => navigate('/registers') }]}
      hint="An invoice is issued on the page of an order, or by itself when an order is delivered: Configuration, Invoices."
    />
  )
}
