import { getOrder, listMyOrders, listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useState } from 'react'
import { useRead } from '../base/api/api.ts'
import { useFromLists } from '../base/api/fromLists.ts'
import { useCan, useSeesShop } from '../base/api/useCan.ts'
import { LoadFailure, Loading, Notice } from '../base/feedback/Loading.tsx'
import { drawNothing, lazyPart } from '../base/feedback/lazyPart.tsx'
import { StatusChip } from '../base/feedback/StatusChip.tsx'
import { useIsDrawn } from '../base/feedback/useIsDrawn.ts'
import { justNow, waitingTime } from '../base/format/format.ts'
import { useIsLive, usePolling } from '../base/live/live.ts'
import { HistoryLink } from '../base/page/HistoryLink.tsx'
import { Page, Section } from '../base/page/Page.tsx'
import { RecordColumns } from '../base/page/RecordColumns.tsx'
import { RecordNavigation } from '../base/page/RecordNavigation.tsx'
import { useNavigate, useParams } from '../base/router/router.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Text } from '../base/ui/Text.tsx'
import { usePhone } from '../base/ui/useWidth.ts'
import { Customer, DeliveryFacts, PriceFacts, PrintFacts, ProgressFacts } from './OrderFacts.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import styles from './OrderPage.module.css'
import { OrderProof, useLateProof } from './OrderProof.tsx'
import { HeaderMoves } from './orderMoves/HeaderMoves.tsx'
import { OrderTags } from './promises/OrderTags.tsx'
import { useDuplicate } from './useDuplicate.ts'
import { useEditKey } from './useEditKey.ts'

const EditOrderDialog = lazyPart(() => import('./EditOrderDialog.tsx'))

const OrderPrinting = lazyPart(() => import('../printing/printJobs/OrderPrinting.tsx'))
const OrderTimeline = lazyPart(() => import('./OrderTimeline.tsx'))
const OrderComplaints = lazyPart(() => import('./OrderComplaints.tsx'))
const OrderCourierTasks = lazyPart(() => import('./OrderCourierTasks.tsx'))
const OrderPayments = lazyPart(() => import('../money/payments/OrderPayments.tsx'))
const OrderComments = lazyPart(() => import('./comments/OrderComments.tsx'))
const NewestComment = lazyPart(
  async () => ({ default: (await import('./comments/OrderComments.tsx')).NewestComment }),
  drawNothing,
)
const OrderInvoices = lazyPart(() => import('../money/invoices/OrderInvoices.tsx'))
const OrderMessages = lazyPart(() => import('../customer/messages/OrderMessages.tsx'))
const OrderLink = lazyPart(() => import('./OrderLink.tsx'))
const OrderProduction = lazyPart(() => import('../printing/production/OrderProduction.tsx'))
const OtherOrders = lazyPart(() => import('./OtherOrders.tsx'))

const OrderViewers = lazyPart(() => import('../base/live/OrderViewers.tsx'), drawNothing)

/** Other people move orders, too: without a stream of events an open page is refetched at this interval. */
const refetchMs = 30_000

/** One order, with its actions. */
export function OrderPage() {
  const { id = '' } = useParams()
  const inLists = useFromLists([listOrders, listMyOrders, getStaffDashboard])
  const reply = useRead(
    getOrder,
    { params: { id } },
    { placeholderData: () => inLists(id), refetchInterval: usePolling(refetchMs) },
  )
  const { error } = reply
  if (error && (error.status === 404 || error.status === 400)) return <Missing />
  // Without network a list's row stays.
  const order = reply.data ?? inLists(id)
  if (order) return <OrderContent key={order.id} order={order} readAt={reply.dataUpdatedAt} />
  if (error) {
    return <LoadFailure title="This order could not be loaded" reply={reply} />
  }
  return <Loading />
}

const allOrders = { to: '/total_orders', title: 'Total orders' }
const myOrders = { to: '/assigned_orders', title: 'Assigned orders' }

function Missing() {
  const admin = useSeesShop()
  return (
    <Notice title="Order not found">
      <p>
        {admin
          ? 'Check the link, or search in all orders.'
          : 'It may have been given to someone else, or the link is wrong.'}
      </p>
      <Button look="primary" to={admin ? '/total_orders' : '/assigned_orders'}>
        {admin ? 'All orders' : 'My orders'}
      </Button>
    </Notice>
  )
}

function OrderContent({ order, readAt }: { order: Order; readAt: number }) {
  const isLive = useIsLive()
  const phone = usePhone()
  const admin = useSeesShop()
  const [seesPrices, changes] = [useCan('prices'), useCan('orders')]
  const seesInvoices = [useCan('invoices'), useCan('customers'), seesPrices].every(Boolean)
  const seesMessages = [useCan('customers'), seesPrices].every(Boolean)
  const actions = admin ? <AdminMoves order={order} /> : <HeaderMoves order={order} more={none} />
  // A staff user reads them above the address.
  const notes = admin && order.notes && (
    <Section title="Notes">
      <Text as="div" flow="lines">
        {order.notes}
      </Text>
    </Section>
  )
  // What lies below the first view, and files that come later.
  const isDrawn = useIsDrawn()
  const office = isDrawn && admin
  const files = <OrderFiles order={order} readAt={readAt} openFirst={!phone} previews={isDrawn} />
  const printing = office && <OrderPrinting order={order} />
  const timeline = isDrawn && <OrderTimeline order={order} aside={admin && <HistoryLink of={order.id} />} />
  const proof = <OrderProof order={order} />
  const comments = isDrawn && <OrderComments order={order} />
  const complaints = isDrawn && order.status !== 'confirmed' && <OrderComplaints order={order} />
  const payments = isDrawn && <OrderPayments order={order} />
  const mayDecide = [changes, useCan('assign')].some(Boolean)
  // Its history says whether there are any, so that other orders are not asked for them.
  const seesTasks = isDrawn && mayDecide && order.history?.some(({ courier_task }) => courier_task !== null)
  const tasks = seesTasks && <OrderCourierTasks order={order.id} settled={false} />
  const settledTasks = seesTasks && <OrderCourierTasks order={order.id} settled />
  const production = office && seesPrices && <OrderProduction order={order.id} />
  const link = office && seesMessages && changes && <OrderLink order={order.id} />
  const invoices = office && seesInvoices && <OrderInvoices order={order} />
  const canAsk = changes && order.status === 'confirmed' && order.printed === 'none'
  const messages = office && seesMessages && <OrderMessages order={order.id} canAsk={canAsk} />
  const others = office && <OtherOrders order={order} />
  const above = <RecordNavigation what="order" home={admin ? allOrders : myOrders} />
  const head = (
    <>
      <StatusChip status={order.status} />
      <OrderTags order={order} />
      <div className={styles.head}>
        {isOpen(order) && <span>{waitingText(order)}</span>}
        {isDrawn && <NewestComment order={order} />}
        {isDrawn && isLive && <OrderViewers id={order.id} />}
      </div>
    </>
  )

  return (
    <Page title={`#${order.number} ${order.title}`} above={above} subtitle={head} actions={actions}>
      {phone ? (
        // The facts of a delivery first.
        <div className={styles.phone}>
          {tasks}
          <Customer order={order} big />
          <DeliveryFacts order={order} />
          {notes}
          {files}
          {proof}
          {complaints}
          {settledTasks}
          {comments}
          {printing}
          <PrintFacts order={order} />
          <PriceFacts order={order} />
          {payments}
          {invoices}
          {messages}
          {link}
          <ProgressFacts order={order} />
          {production}
          {timeline}
          {others}
        </div>
      ) : (
        <RecordColumns
          aside={
            <>
              <Customer order={order} big={false} />
              <PrintFacts order={order} />
              <PriceFacts order={order} />
              {payments}
              {invoices}
              {messages}
              {link}
              <ProgressFacts order={order} />
              {production}
              {others}
            </>
          }
        >
          {tasks}
          {notes}
          {files}
          {proof}
          {complaints}
          {settledTasks}
          {comments}
          {printing}
          {timeline}
        </RecordColumns>
      )}
    </Page>
  )
}

/** The moves, and behind the dots what else the office can do with the order. */
function AdminMoves({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const proof = useLateProof(order)
  const duplicate = useDuplicate(order)
  const [changes, seesCustomers, prints] = [useCan('orders'), useCan('customers'), useCan('floor')]
  const edits = changes && order.status !== 'cancelled'
  useEditKey(edits, () => setEditing(true))
  const ofTicket = [
    { label: 'Ticket scans', onClick: () => navigate(`/ticket_scans?order=${order.id}`) },
    { label: 'Print job ticket', onClick: () => navigate(`/job_tickets?order=${order.id}`) },
  ]
  const another = {
    label: 'New order for this customer',
    onClick: () => navigate(`/new_order?user=${order.user}`),
  }
  const more = [
    ...(edits ? [{ label: 'Edit', onClick: () => setEditing(true) }] : []),
    ...(changes ? [{ label: 'Duplicate', onClick: duplicate }, ...proof.actions] : []),
    ...(changes || prints ? ofTicket : []),
    ...(changes && seesCustomers ? [another] : []),
  ]
  return (
    <>
      <HeaderMoves order={order} more={more} />
      {editing && <EditOrderDialog order={order} onClose={() => setEditing(false)} />}
      {proof.dialog}
    </>
  )
}

const none: never[] = []

const isOpen = ({ status }: Order) => status !== 'delivered' && status !== 'cancelled'

function waitingText({ created_at }: Order): string {
  const time = waitingTime(created_at)
  return time === justNow ? 'Taken in just now' : `Waiting ${time}`
}
