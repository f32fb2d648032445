import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  getOrder,
  listMyOrders,
  listOrders,
  type Order,
  type OrderHistoryEntry,
} from '@our-print/contract/orders/orders.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import { useRead } from '../base/api/api.ts'
import { useFromLists } from '../base/api/fromLists.ts'
import { LoadFailure, Loading, Notice } from '../base/feedback/Loading.tsx'
import { drawNothing, lazyPart } from '../base/feedback/lazyPart.tsx'
import { StatusChip } from '../base/feedback/StatusChip.tsx'
import { formatDateTime, waitingTime } from '../base/format/format.ts'
import { useIsLive, usePolling } from '../base/live/live.ts'
import { HistoryLink } from '../base/page/HistoryLink.tsx'
import { Page, Section } from '../base/page/Page.tsx'
import { RecordNavigation } from '../base/page/RecordNavigation.tsx'
import { useRole } from '../people/session/session.ts'
import { Customer, DeliveryFacts, PriceFacts, PrintFacts, ProgressFacts } from './OrderFacts.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderProof } from './OrderProof.tsx'
import { OtherOrders } from './OtherOrders.tsx'
import { HeaderMoves } from './orderMoves/HeaderMoves.tsx'
import { proofSentence } from './proofTexts.ts'

const EditOrderDialog = lazyPart(() => import('./EditOrderDialog.tsx'))

const OrderPrinting = lazyPart(() => import('../printing/printJobs/OrderPrinting.tsx'))
const OrderProduction = lazyPart(() => import('../printing/production/OrderProduction.tsx'))

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
  const admin = useRole() === 'admin'
  return (
    <Notice title="Order not found">
      <p>
        {admin
          ? 'Check the link, or search in all orders.'
          : 'It may have been given to someone else, or the link is wrong.'}
      </p>
      <Button variant="contained" component={RouterLink} to={admin ? '/total_orders' : '/assigned_orders'}>
        {admin ? 'All orders' : 'My orders'}
      </Button>
    </Notice>
  )
}

function OrderContent({ order, readAt }: { order: Order; readAt: number }) {
  const isLive = useIsLive()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const admin = useRole() === 'admin'
  const actions = admin ? <AdminMoves order={order} /> : <HeaderMoves order={order} more={none} />
  // A staff user reads them above the address.
  const notes = admin && order.notes && (
    <Section title="Notes">
      <Box sx={{ whiteSpace: 'pre-wrap' }}>{order.notes}</Box>
    </Section>
  )
  const files = <OrderFiles order={order} readAt={readAt} openFirst={!phone} />
  const printing = admin && <OrderPrinting order={order} />
  const timeline = <OrderTimeline order={order} aside={admin && <HistoryLink of={order.id} />} />
  const proof = <OrderProof order={order} />
  const production = admin && <OrderProduction order={order.id} />
  const above = <RecordNavigation what="order" home={admin ? allOrders : myOrders} />
  const head = (
    <>
      <StatusChip status={order.status} />
      <Box
        sx={{
          width: 1,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1.5,
          minHeight: 26,
          typography: 'body2',
          color: 'text.secondary',
        }}
      >
        <span>
          Order {order.number}
          {isOpen(order) && `, ${waitingText(order)}`}
        </span>
        {isLive && <OrderViewers id={order.id} />}
      </Box>
    </>
  )

  return (
    <Page
      title={order.title}
      tab={`#${order.number} ${order.title}`}
      above={above}
      subtitle={head}
      actions={actions}
    >
      {phone ? (
        // The facts of a delivery first. The padding at the bottom is for the bar.
        <Box sx={{ display: 'grid', gap: 1.5, pb: 9, '& > *': { minWidth: 0 } }}>
          <Customer order={order} big />
          <DeliveryFacts order={order} />
          {notes}
          {proof}
          {files}
          {printing}
          <PrintFacts order={order} />
          <PriceFacts order={order} />
          <ProgressFacts order={order} />
          {production}
          {timeline}
          {admin && <OtherOrders order={order} />}
        </Box>
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { sm: '1fr', md: 'minmax(0, 1fr) 340px' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            {notes}
            {proof}
            {files}
            {printing}
            {timeline}
          </Box>
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <Customer order={order} big={false} />
            <PrintFacts order={order} />
            <PriceFacts order={order} />
            <ProgressFacts order={order} />
            {production}
            {admin && <OtherOrders order={order} />}
          </Box>
        </Box>
      )}
    </Page>
  )
}

/** The moves, and behind the dots what else a super admin can do with the order. */
function AdminMoves({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const more = [
    ...(order.status === 'cancelled' ? [] : [{ label: 'Edit', onClick: () => setEditing(true) }]),
    { label: 'Ticket scans', onClick: () => void navigate(`/ticket_scans?order=${order.id}`) },
    { label: 'Print job ticket', onClick: () => void navigate(`/job_tickets?order=${order.id}`) },
    {
      label: 'New order for this customer',
      onClick: () => void navigate(`/new_order?user=${order.user}`),
    },
  ]
  return (
    <>
      <HeaderMoves order={order} more={more} />
      {editing && <EditOrderDialog order={order} onClose={() => setEditing(false)} />}
    </>
  )
}

const none: never[] = []

const isOpen = ({ status }: Order) => status !== 'delivered' && status !== 'cancelled'

function waitingText({ created_at }: Order): string {
  const time = waitingTime(created_at)
  return time === 'just now' ? 'taken in just now' : `waiting ${time}`
}

/** What happened to an order, newest first: its history and its proof of delivery. The history may still load. */
const OrderTimeline = ({ order, aside }: { order: Order; aside?: ReactNode }) => (
  <Section title="Timeline" aside={aside}>
    {!order.history && <Skeleton width="60%" />}
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {eventsOf(order).map((entry, at, { length }) => (
        <Box
          component="li"
          key={`${entry.at} ${at}`}
          sx={{
            position: 'relative',
            pl: 2.5,
            pb: at === length - 1 ? 0 : 2,
            '&::before': {
              content: '""',
              position: 'absolute',
              left: 0,
              top: 6,
              width: 8,
              height: 8,
              borderRadius: '50%',
              bgcolor: at === 0 ? 'primary.main' : 'text.disabled',
            },
            '&:not(:last-of-type)::after': {
              content: '""',
              position: 'absolute',
              left: 3.5,
              top: 18,
              bottom: -2,
              borderLeft: 1,
              borderColor: 'divider',
            },
          }}
        >
          <Box sx={{ fontWeight: at === 0 ? 600 : 400 }}>{entry.title}</Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {entry.by ?? 'The shop'} · <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </Box>
          {entry.text && (
            <Box sx={{ mt: 0.5, typography: 'body2', whiteSpace: 'pre-wrap' }}>{entry.text}</Box>
          )}
        </Box>
      ))}
    </Box>
  </Section>
)

type Event = { at: string; by: string | null; title: string; text: string | null }

function eventsOf({ history = [], delivery_proof }: Order): Event[] {
  const moves = history.toReversed().map((entry) => ({
    at: entry.at,
    by: entry.by,
    title: historyText(entry),
    text: entry.note && `“${entry.note}”`,
  }))
  if (!delivery_proof) return moves
  const { at, by } = delivery_proof
  const added = { at, by, title: 'Proof of delivery', text: proofSentence(delivery_proof) }
  return [...moves, added].toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

function historyText({ from, to }: OrderHistoryEntry): string {
  if (from === null) return 'Order taken in'
  if (to === 'assigned') {
    return from === 'assigned' ? 'Reassigned' : from === 'out-for-delivery' ? 'Failed attempt' : 'Assigned'
  }
  if (to === 'out-for-delivery') return from === 'delivered' ? 'Reopened' : 'Out for delivery'
  if (to === 'confirmed') return 'Taken back from staff'
  return to === 'delivered' ? 'Delivered' : 'Cancelled'
}
