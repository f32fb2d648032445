import {
  listQuotes,
  type Quote,
  type QuoteStatus,
  quoteOrderings,
  quoteStatuses,
} from '@our-print/contract/orders/quotes.ts'
import { query } from '../../base/api/api.ts'
import { formatDay, rupees } from '../../base/format/format.ts'
import { type Column, column, DayOf, Name, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { useNavigate } from '../../base/router/router.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { quoteLabels } from './quoteLabels.ts'

const statuses: Filter<'status', QuoteStatus | ''> = {
  name: 'status',
  label: 'Status',
  options: [
    { value: '', label: 'All quotes' },
    ...quoteStatuses.map((value) => ({ value, label: quoteLabels[value] })),
  ],
}

const columns: readonly Column<Quote>[] = [
  column('title', 'Quote', { card: 'title' }, ({ number, order }) => (
    <Text flow="twoLines">
      <Name about={order.title}>{`${number} · ${order.title}`}</Name>
    </Text>
  )),
  column('customer', 'Customer', { card: 'subtitle' }, ({ user_data }) => fullName(user_data)),
  column('status', 'Status', { width: 128, card: 'corner' }, ({ status }) => quoteLabels[status]),
  column('valid_until', 'Valid to', { width: 120, sort: { by: 'valid_until', as: 'time' } }, (quote) =>
    formatDay(quote.valid_until),
  ),
  column(
    'created_at',
    'Made',
    { width: 112, wide: true, sort: { by: 'created_at', as: 'time' } },
    (quote) => <DayOf recent time={quote.created_at} />,
  ),
  numberColumn('payable', 'To pay', 128, ({ payable }) => rupees(payable), 'payable'),
]

/** What was offered to customers, and what became of it. */
export function QuotesPage() {
  const navigate = useNavigate()
  return (
    <FilteredListPage
      title="Quotes"
      from={{ sortedBy: quoteOrderings, rows: (querystring) => query(listQuotes, { querystring }) }}
      columns={columns}
      rowLink={({ id }) => `/quote/${id}`}
      rowName={({ number }) => `quote ${number}`}
      search="Number, title, customer"
      filter={statuses}
      hint="A quote is made on the page of a new order, by “Save as quote”. When the customer agrees, it becomes the order."
      create={{ label: 'New quote', onClick: () => navigate('/new_order?quote=new') }}
    />
  )
}
