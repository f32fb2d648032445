import { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { phone } from '../../base/format/format.ts'
import { type Column, column } from '../../base/list/columns.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { OrderFilters } from '../OrderFilters.tsx'
import { Ellipsis, SecondaryText, orderColumns as show } from '../orderColumns.tsx'
import { orderFilters, ordersIn, type StaffViewName } from '../orderLists.ts'
import { ContactButtons, CustomerContact, telOf } from '../orderMoves/CustomerContact.tsx'
import { useFinishedOrders } from '../orderMoves/finishedOrders.ts'
import { OrderMoves } from '../orderMoves/OrderMoves.tsx'
import { addressLine } from '../orderMoves/orderTexts.ts'
import { RoundLink } from '../orderMoves/RoundLink.tsx'
import type { OrderView } from '../orderViews.ts'

/** The columns for a staff user; on a phone the card's contact shows all of it. */
const forStaffUser: readonly Column<Order>[] = [
  show.number,
  show.title,
  { ...show.customer, card: 'hidden' },
  {
    ...show.mobile,
    card: 'hidden',
    cell: (order) => <Link href={telOf(order)}>{phone(order.user_data.mobile ?? '')}</Link>,
  },
  column('address', 'Deliver to', { width: '20%', card: 'hidden' }, (order) =>
    order.address ? <Ellipsis text={addressLine(order)} /> : <SecondaryText>Pick-up</SecondaryText>,
  ),
  column(
    'contact',
    'Contact',
    {
      only: 'card',
      card: 'subtitle',
    },
    (order) => <CustomerContact order={order} />,
  ),
  show.payable,
]

const moves: Column<Order> = column(
  'moves',
  'Next step',
  {
    only: 'card',
    card: 'footer',
  },
  (order) => <OrderMoves order={order} />,
)

const actions: Column<Order> = {
  ...moves,
  id: 'actions',
  cell: (order) => (
    <Stack gap={2}>
      <ContactButtons order={order} />
      <OrderMoves order={order} />
    </Stack>
  ),
}

/** Every list of the orders of a staff user. */
const staffOrderViews = {
  'my-assigned': {
    title: 'Assigned orders',
    columns: [...forStaffUser, show.status, show.waiting, actions],
    hint: 'Nothing to deliver. New orders appear here by themselves.',
  },
  'my-out-for-delivery': {
    title: 'Out For Delivery orders',
    columns: [...forStaffUser, show.status, show.waiting, actions],
    hint: 'Take an assigned order out for delivery and it shows here.',
    next: { to: '/assigned_orders', label: 'Assigned orders' },
  },
  'my-completed': {
    title: 'Completed orders',
    columns: [...forStaffUser, show.status, show.delivered, moves],
    hint: 'Orders show here once you have delivered them.',
    next: { to: '/out_for_delivery_orders', label: 'Out for delivery' },
  },
} as const satisfies Record<StaffViewName, OrderView>

const freshMs = 30_000

/** The screen of every list of a staff user's orders: one card at a time, with its next step. */
export function StaffOrdersPage({ view: name }: { view: StaffViewName }) {
  const view: OrderView = staffOrderViews[name]
  const list = useListState(orderFilters, { sortedBy: orderOrderings })
  return (
    <Page title={view.title} actions={name !== 'my-completed' && <RoundLink />}>
      <ResourceTable
        label={view.title}
        list={list}
        rows={{ ...ordersIn(name, list), refetchInterval: freshMs }}
        columns={view.columns}
        rowLink={({ id }) => `/order/${id}`}
        rowName={({ number }) => `order ${number}`}
        retained={useFinishedOrders()}
        toolbar={<OrderFilters list={list} view={name} />}
        empty={{ hint: view.hint, action: view.next && <Button to={view.next.to}>{view.next.label}</Button> }}
      />
    </Page>
  )
}
