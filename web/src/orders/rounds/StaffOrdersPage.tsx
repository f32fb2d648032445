import { orderOrderings } from '@our-print/contract/orders/orderLists.ts'
import { FoldedFilters } from '../../base/list/FoldedFilters.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { NextButton } from '../../base/page/NextButton.tsx'
import { Page } from '../../base/page/Page.tsx'
import { OrderFilters } from '../OrderFilters.tsx'
import { orderFilters, ordersIn, type StaffViewName } from '../orderLists.ts'
import { useFinishedOrders } from '../orderMoves/finishedOrders.ts'
import { RoundLink } from '../orderMoves/RoundLink.tsx'
import type { OrderView } from '../orderViews.ts'
import { staffOrderViews } from './staffOrderViews.tsx'

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
        toolbar={
          <FoldedFilters list={list}>
            <OrderFilters list={list} view={name} />
          </FoldedFilters>
        }
        empty={{ hint: view.hint, action: view.next && <NextButton {...view.next} /> }}
      />
    </Page>
  )
}
