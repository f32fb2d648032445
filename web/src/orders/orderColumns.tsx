import { paymentStatusLabels } from '@our-print/contract/money/paymentTerms.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { CardStatus } from '../base/feedback/StatusChip.tsx'
import { count, formatDateTime, phone, plural, rupees, waitingTime } from '../base/format/format.ts'
import { AttachFile } from '../base/icons/frame.tsx'
import { type Column, column, DayOf } from '../base/list/columns.tsx'
import { VisuallyHidden } from '../base/ui/Text.tsx'
import styles from './orderColumns.module.css'
import { OrderTags } from './promises/OrderTags.tsx'
import { promiseText } from './promises/promiseText.ts'
import { printedLabels } from './promises/promiseTexts.ts'

const twoDays = 48 * 3_600_000

const customerName = ({ user_data: { first_name, last_name } }: Order) => `${first_name} ${last_name}`.trim()

const number: Column<Order> = column(
  'number',
  'Order',
  { width: 72, card: 'title', sort: { by: 'number', as: 'number' } },
  ({ number }) => number,
)

const title: Column<Order> = column('title', 'Title', { card: 'title' }, (order) => (
  <>
    <span className={styles.title}>
      <Ellipsis text={order.title} />
      {order.order_files.length > 1 && <FileCount files={order.order_files.length} />}
    </span>
    <OrderTags order={order} />
  </>
))

const promised: Column<Order> = column(
  'promised',
  'Promised',
  { width: 132, sort: { by: 'promised_at', as: 'day' }, card: 'hidden' },
  (order) => promiseText(order),
)

const printed: Column<Order> = column(
  'printed',
  'Printed',
  { width: 112, sort: { by: 'printed', as: 'state' } },
  ({ printed }) => printedLabels[printed],
)

const customer: Column<Order> = column(
  'customer',
  'Customer',
  { width: '11.5%', card: 'subtitle', sort: { by: 'customer', as: 'text' } },
  (order) => <WrappedText text={customerName(order)} />,
)

const mobile: Column<Order> = column(
  'mobile',
  'Mobile',
  {
    width: 136,
    wide: true,
    card: 'subtitle',
    needs: 'customers',
  },
  ({ user_data }) => user_data.mobile && phone(user_data.mobile),
)

/** In a table the title and the names need its space; the search finds numbers all the same. */
const mobileOnCard: Column<Order> = { ...mobile, id: 'mobile-on-card', only: 'card' }

const print: Column<Order> = column(
  'print',
  'Print',
  { width: 100, wide: true, card: 'hidden' },
  ({ color, paper_size }) => `${color === 'bw' ? 'B&W' : 'Colour'} · ${paper_size}`,
)

const pages: Column<Order> = column(
  'pages',
  'Pages',
  { align: 'right', width: 86 },
  ({ pdf_page_count, copies }) => (
    <span title={`${plural(pdf_page_count, 'page')}, ${plural(copies, 'copy', 'copies')}`}>
      {count(pdf_page_count)} × {count(copies)}
    </span>
  ),
)

const payable: Column<Order> = column(
  'payable',
  'Payable',
  {
    align: 'right',
    width: 98,
    needs: 'prices',
    sort: { by: 'payable', as: 'number' },
  },
  ({ payable }) => payable !== null && rupees(payable),
)

const payment: Column<Order> = column(
  'payment',
  'Payment',
  { width: 104, needs: 'prices', card: 'hidden', sort: { by: 'payment_status', as: 'state' } },
  ({ payment_status }) => payment_status && paymentStatusLabels[payment_status],
)

const paid: Column<Order> = column(
  'paid',
  'Paid',
  { align: 'right', width: 98, needs: 'prices', card: 'hidden', sort: { by: 'paid', as: 'number' } },
  ({ paid }) => paid !== null && rupees(paid),
)

const due: Column<Order> = column(
  'due',
  'Due',
  { align: 'right', width: 98, needs: 'prices', card: 'hidden', sort: { by: 'due', as: 'number' } },
  ({ due }) => due !== null && rupees(due),
)

const place: Column<Order> = column(
  'place',
  'Deliver to',
  { width: 104, wide: true, needs: 'customers' },
  (order) =>
    order.address ? <Ellipsis text={order.address.city} /> : <SecondaryText>Pick-up</SecondaryText>,
)

const status: Column<Order> = {
  id: 'status',
  title: 'Status',
  // Room for fonts that are wider than ours.
  width: 168,
  card: 'corner',
  sort: { by: 'status', as: 'state' },
  cell: ({ status }) => <CardStatus list status={status} />,
}

const staff: Column<Order> = column('staff', 'Staff', { width: '11.5%' }, ({ assigned_user_data }) =>
  assigned_user_data ? (
    <WrappedText text={assigned_user_data.full_name} />
  ) : (
    <SecondaryText>Unassigned</SecondaryText>
  ),
)

const created: Column<Order> = column(
  'created',
  'Created',
  { width: 92, wide: true, sort: { by: 'created_at', as: 'time' } },
  ({ created_at }) => <DayOf recent time={created_at} />,
)

const delivered: Column<Order> = column(
  'delivered',
  'Delivered',
  { width: 96 },
  ({ delivered_at }) => delivered_at && <DayOf recent time={delivered_at} />,
)

const waits: Column<Order> = column(
  'waiting',
  'Waiting',
  { width: 84, align: 'right', sort: { by: 'created_at', as: 'age' } },
  ({ created_at }) => {
    const old = Date.now() - Date.parse(created_at) >= twoDays
    return (
      <span title={`Since ${formatDateTime(created_at)}`} className={old ? styles.old : styles.quiet}>
        {waitingTime(created_at)}
      </span>
    )
  },
)

export const orderColumns = {
  number,
  title,
  customer,
  mobile,
  mobileOnCard,
  print,
  pages,
  payable,
  place,
  status,
  staff,
  created,
  delivered,
  waiting: waits,
  promised,
  printed,
  payment,
  paid,
  due,
}

export const SecondaryText = ({ children }: { children: string }) => (
  <span className={styles.quiet}>{children}</span>
)

const WrappedText = ({ text }: { text: string }) => <span className={styles.name}>{text}</span>

/** Text of two lines at most in its column; shown in full on a card and in the tooltip. */
export const Ellipsis = ({ text }: { text: string }) => (
  <span title={text} className={styles.text}>
    {text}
  </span>
)

const FileCount = ({ files }: { files: number }) => (
  <span title={plural(files, 'file')} className={styles.files}>
    <AttachFile size={13} />
    {files}
    <VisuallyHidden>files</VisuallyHidden>
  </span>
)
