import { complaintReasonLabels, complaintReasons } from '@our-print/contract/orders/complaintReasons.ts'
import { type Complaint, countComplaints, listComplaints } from '@our-print/contract/orders/complaints.ts'
import { query, useRead } from '../../base/api/api.ts'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { addDays, rupees, today } from '../../base/format/format.ts'
import { type Column, column, DayOf, Name } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'

const reasons: Filter<'reason', Complaint['reason'] | ''> = {
  name: 'reason',
  label: 'Reason',
  options: [
    { value: '', label: 'All reasons' },
    ...complaintReasons.map((value) => ({ value, label: complaintReasonLabels[value] })),
  ],
}

const endingLabels: Record<NonNullable<Complaint['resolution']>, string> = {
  reprint: 'Printed again',
  refund: 'Refund',
  credit: 'Coins',
  nothing: 'Nothing',
}

const endings: Filter<'resolution', 'open' | NonNullable<Complaint['resolution']> | ''> = {
  name: 'resolution',
  label: 'Resolution',
  options: [
    { value: '', label: 'Open and resolved' },
    { value: 'open', label: 'Open' },
    { value: 'reprint', label: endingLabels.reprint },
    { value: 'refund', label: endingLabels.refund },
    { value: 'credit', label: endingLabels.credit },
    { value: 'nothing', label: endingLabels.nothing },
  ],
}

const columns: readonly Column<Complaint>[] = [
  column('order', 'Order', { card: 'title' }, ({ order_number, order_title }) => (
    <Text flow="twoLines">
      <Name about={order_title}>{`#${order_number} ${order_title}`}</Name>
    </Text>
  )),
  column('customer', 'Customer', { card: 'subtitle' }, ({ customer }) => customer),
  column('reason', 'Reason', { width: 160 }, ({ reason }) => complaintReasonLabels[reason]),
  column('text', 'What was said', { wide: true, card: 'footer' }, ({ text }) => (
    <Text flow="line" title={text}>
      {text && `“${text}”`}
    </Text>
  )),
  column('at', 'When', { width: 112 }, ({ at }) => <DayOf recent time={at} />),
  column('resolution', 'Ended with', { width: 150, card: 'corner' }, (complaint) => (
    <Text {...(complaint.resolution === null && { tone: 'warning' as const })}>{endOf(complaint)}</Text>
  )),
]

function endOf({ resolution, reprint, refund, coins }: Complaint): string {
  if (resolution === null) return 'Open'
  if (reprint) return `Reprint #${reprint.number}`
  if (refund !== null) return `Refund of ${rupees(refund)}`
  return coins === null ? endingLabels[resolution] : `${coins} coins`
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

/** What was wrong with delivered orders in a period: how often for each reason, and each complaint. */
export function ComplaintsPage() {
  const list = useListState(['reason', 'resolution', 'days'])
  const { days } = filterBy(list, periods)
  const range = days ? { from_date: addDays(today(), 1 - Number(days)) } : {}
  return (
    <ListPage
      title="Complaints"
      list={list}
      rows={query(listComplaints, {
        querystring: { ...list.paging, ...filterBy(list, reasons), ...filterBy(list, endings), ...range },
      })}
      columns={columns}
      rowLink={({ order }) => `/order/${order}`}
      rowName={({ order_number }) => `complaint about order ${order_number}`}
      search="Order, customer, what was said"
      filters={
        <>
          <ListFilter list={list} filter={reasons} />
          <ListFilter list={list} filter={endings} />
          <ListFilter list={list} filter={periods} />
        </>
      }
      above={<Counts range={range} />}
      hint="Say “Something is wrong” on the page of a delivered order."
    />
  )
}

/** A figure for each reason. */
function Counts({ range }: { range: { from_date?: string } }) {
  const reply = useRead(countComplaints, { querystring: range })
  const { data } = reply
  return (
    <section aria-label="Complaints by reason">
      <Row gap={4} wrap>
        {complaintReasons.map((reason) => (
          <span key={reason}>
            <Text tone="muted">{complaintReasonLabels[reason]}</Text>{' '}
            <Text strong>{data?.counts.find((each) => each.reason === reason)?.complaints ?? '–'}</Text>
          </span>
        ))}
      </Row>
      <PartFailure reply={reply} what="The figures" />
    </section>
  )
}
