import { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import type { Selection } from '../base/list/columns.tsx'
import { FiltersButton } from '../base/list/FilterBar.tsx'
import { ResourceTable } from '../base/list/ResourceTable.tsx'
import { useListState } from '../base/list/useListState.ts'
import { Page } from '../base/page/Page.tsx'
import { usePopup } from '../base/page/usePopup.ts'
import { Button } from '../base/ui/Button.tsx'
import { OrderFilters, useFoldsDays } from './OrderFilters.tsx'
import styles from './OrdersPage.module.css'
import {
  isByStatus,
  isPlain,
  type OrderList,
  type OrderViewName,
  orderFilters,
  ordersIn,
  type ShopViewName,
  validOptions,
  validStatuses,
} from './orderLists.ts'
import { type OrderView, orderViews } from './orderViews.ts'
import { SubscriptionNote } from './SubscriptionNote.tsx'

const freshMs = 30_000

const BulkBar = lazyPart(() => import('./orderMoves/BulkBar.tsx'))
const PrintSelection = lazyPart(() => import('../printing/printJobs/PrintSelection.tsx'))
const OrderFilterChips = lazyPart(() => import('./OrderFilterChips.tsx'))

const bulk = (selection: Selection<Order>) => (
  <>
    <BulkBar selection={selection} />
    <PrintSelection selection={selection} />
  </>
)

/** The screen of every list of the orders of the shop. */
export function OrdersPage({ view: name }: { view: ShopViewName }) {
  const view: OrderView = orderViews[name]
  const list = useListState(orderFilters, { sortedBy: orderOrderings })
  const rows = ordersIn(name, list)
  const options = validOptions(list.filters)
  const statuses = isByStatus(name) ? validStatuses(list.filters.status) : []
  const number = Object.keys(options).length + (statuses.length > 1 ? 1 : 0)
  const { from_date, to_date } = list.filters
  const folded = [from_date, to_date, statuses.length === 1].filter(Boolean).length
  const active = useFoldsDays(name) ? number + folded : number
  return (
    <Page title={view.title} actions={<NewOrder />}>
      <ResourceTable
        label={view.title}
        list={list}
        rows={{ ...rows, refetchInterval: freshMs }}
        exports
        columns={view.columns}
        rowLink={({ id }) => `/order/${id}`}
        rowName={({ number }) => `order ${number}`}
        bulk={bulk}
        bulkMatching
        toolbar={<OrderFilters list={list} view={name} />}
        tools={<OrderFilterButton list={list} view={name} number={active} />}
        chips={
          number > 0 && (
            <OrderFilterChips
              waiting={<div className={styles.waitingChips} />}
              list={list}
              options={options}
              statuses={statuses}
            />
          )
        }
        note={isPlain(name) && <SubscriptionNote view={name} list={list} />}
        empty={{ hint: view.hint, action: view.next && <Button to={view.next.to}>{view.next.label}</Button> }}
      />
    </Page>
  )
}

const NewOrder = () => (
  <Button look="primary" to="/new_order">
    New order
  </Button>
)

const OrderFilterPanel = lazyPart(() => import('./OrderFilterPanel.tsx'))

type Props = { list: OrderList; view: OrderViewName; number: number }

/** Opens the other filters; says how many are active. */
function OrderFilterButton({ list, view, number }: Props) {
  const { anchor, button, close } = usePopup('dialog')
  return (
    <>
      <FiltersButton
        number={number}
        onMouseEnter={OrderFilterPanel.preload}
        onFocus={OrderFilterPanel.preload}
        {...button}
      />
      {anchor && <OrderFilterPanel anchor={anchor} list={list} view={view} onClose={close} />}
    </>
  )
}
