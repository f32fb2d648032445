import { listPayments, type Payment, paymentOrderings } from '@our-print/contract/money/payments.ts'
import { methodLabel, paymentMethodLabels } from '@our-print/contract/money/paymentTerms.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useState } from 'react'
import { query, useRead } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { addDays, rupees, today } from '../../base/format/format.ts'
import { actionsColumn, type Column, column, DayOf, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Text } from '../../base/ui/Text.tsx'

const ReverseDialog = lazyPart(() => import('./ReverseDialog.tsx'))

const periods: Filter<'days', '1' | '7' | '30' | ''> = {
  name: 'days',
  label: 'Period',
  options: [
    { value: '', label: 'At any time' },
    { value: '1', label: 'Today' },
    { value: '7', label: 'Last 7 days' },
    { value: '30', label: 'Last 30 days' },
  ],
}

const stated: Filter<'in_statement', 'true' | 'false' | ''> = {
  name: 'in_statement',
  label: 'Statement',
  options: [
    { value: '', label: 'With or without a line' },
    { value: 'false', label: 'On no statement' },
    { value: 'true', label: 'On a statement' },
  ],
}

const purpose = ({ order_number }: Payment) =>
  order_number === null ? 'To the account' : `Order ${order_number}`

const show = {
  number: numberColumn<Payment>('number', 'Payment', 92, ({ number }) => number, 'number'),
  method: column<Payment>('method', 'How', { width: 116 }, ({ method }) => methodLabel(method)),
  reference: column<Payment>('reference', 'Reference', { width: 150, wide: true }, ({ reference, note }) => (
    <Text flow="line" title={reference ?? note}>
      {reference ?? (note || '–')}
    </Text>
  )),
  happened: column<Payment>(
    'happened_at',
    'When',
    { width: 112, sort: { by: 'happened_at', as: 'time' } },
    ({ happened_at }) => <DayOf recent time={happened_at} />,
  ),
  amount: {
    ...numberColumn<Payment>('amount', 'Amount', 120, amountOf, 'amount'),
    card: 'corner',
  },
} as const satisfies Record<string, Column<Payment>>

const columns: readonly Column<Payment>[] = [
  show.number,
  column('payer', 'From', { card: 'title' }, (payment) => (
    <>
      <Text flow="twoLines">{payment.payer}</Text>
      <Text as="div" size="small" tone="muted">
        {purpose(payment)}
      </Text>
    </>
  )),
  show.method,
  show.reference,
  column('by', 'Taken by', { width: '15%', card: 'subtitle' }, ({ by_name }) => by_name),
  show.happened,
  show.amount,
]

const columnsOfCustomer: readonly Column<Payment>[] = [
  show.number,
  column('purpose', 'For', { card: 'title' }, purpose),
  column('method', 'How', { width: '26%' }, ({ method, reference, note }) => (
    <>
      {methodLabel(method)}
      <Text as="div" size="small" tone="muted" flow="line">
        {reference ?? note}
      </Text>
    </>
  )),
  { ...show.happened, width: 92 },
  show.amount,
]

const link = ({ order, client, user }: Payment) => (order ? `/order/${order}` : `/account/${client ?? user}`)
const nameOf = ({ number }: Payment) => `payment ${number}`

function amountOf({ amount, reverses, reversed_by }: Payment) {
  if (!reverses && !reversed_by) return rupees(amount)
  return (
    <Text tone="muted" title={reverses ? 'Undoes another payment' : 'Reversed'}>
      {rupees(amount)}
      <Text as="div" size="caption">
        {reverses ? 'Reversal' : 'Reversed'}
      </Text>
    </Text>
  )
}

/** The menu of a payment that can be reversed. */
const reversal = (reverse: (payment: Payment) => void): Column<Payment> => ({
  ...actionsColumn<Payment>(88, (payment) =>
    payment.reverses || payment.reversed_by ? null : (
      <RowMenu
        name={nameOf(payment)}
        actions={[{ label: 'Reverse', danger: true, onClick: () => reverse(payment) }]}
      />
    ),
  ),
  card: 'corner',
})

/** What a customer paid and was paid back, for their orders and to their account. */
export function CustomerPayments({ user }: { user: string }) {
  const list = useListState([], { sortedBy: paymentOrderings, name: 'payments of a customer' })
  const [reversing, setReversing] = useState<Payment>()
  return (
    <>
      <ResourceTable
        label="Payments of this customer"
        list={list}
        rows={query(listPayments, { querystring: { ...list.paging, user } })}
        exports
        columns={[...columnsOfCustomer, reversal(setReversing)]}
        rowLink={link}
        rowName={nameOf}
        empty={{ hint: 'Nothing was paid yet.' }}
      />
      {reversing && <ReverseDialog payment={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}

/** All that was paid and paid back, newest first. */
export function PaymentsPage() {
  const list = useListState(['method', 'days', 'in_statement', 'user', 'client'])
  const [reversing, setReversing] = useState<Payment>()
  const { data: settings } = useRead(getConfiguration, {}, { staleTime: 600_000 })
  const methods: Filter<'method', string> = {
    name: 'method',
    label: 'How',
    options: [
      { value: '', label: 'Any method' },
      ...[...Object.keys(paymentMethodLabels), ...(settings?.payment_methods ?? [])].map((value) => ({
        value,
        label: methodLabel(value),
      })),
    ],
  }
  const { days } = filterBy(list, periods)
  const range = days ? { from_date: addDays(today(), 1 - Number(days)) } : {}
  const { user, client, method } = list.filters
  return (
    <ListPage
      title="Payments"
      list={list}
      rows={query(listPayments, {
        querystring: {
          ...list.paging,
          ...range,
          ...filterBy(list, stated),
          ...(method && { method }),
          ...(user && { user }),
          ...(client && { client }),
        },
      })}
      columns={[...columns, reversal(setReversing)]}
      rowLink={link}
      rowName={nameOf}
      search="Number, reference, note, order, name"
      filters={
        <>
          <ListFilter list={list} filter={methods} />
          <ListFilter list={list} filter={periods} />
          <ListFilter list={list} filter={stated} />
        </>
      }
      hint="Payments are taken on the page of an order, with a new order, and at the door."
    >
      {reversing && <ReverseDialog payment={reversing} onClose={() => setReversing(undefined)} />}
    </ListPage>
  )
}
