import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import { getSoldPlan } from '@our-print/contract/rewards/plans.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useRead } from '../base/api/api.ts'
import { useCan, useSeesShop } from '../base/api/useCan.ts'
import { count, formatDateTime, phone, plural, rupees } from '../base/format/format.ts'
import { PlaceOutlined as Place } from '../base/icons/frame.tsx'
import { MailOutlined as Mail, PhoneOutlined as Phone } from '../base/icons/screens.tsx'
import { ContactLink } from '../base/page/ContactLink.tsx'
import { type Fact, Facts, Section } from '../base/page/Page.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Link } from '../base/ui/Link.tsx'
import { Text } from '../base/ui/Text.tsx'
import { OrderSheets } from '../printing/filePreview/OrderSheets.tsx'
import { countOrder } from '../printing/sheets/countOrder.ts'
import { sheetsText } from '../printing/sheets/sheetTexts.ts'
import {
  bindingLabels,
  colorLabels,
  colorText,
  fitLabels,
  layoutLabels,
  sidesLabels,
} from '../shop/configurations/printTexts.ts'
import { OrderCount } from './OrderCount.tsx'
import styles from './OrderFacts.module.css'
import { CancelOrder } from './orderMoves/CancelOrder.tsx'
import { mapOf, pickupText, telOf } from './orderMoves/CustomerContact.tsx'
import { DoorNotes } from './orderMoves/DoorNotes.tsx'
import { fullPromiseText } from './promises/promiseText.ts'
import { printedLabels } from './promises/promiseTexts.ts'

type Props = { order: Order }

/** Opens another record, for who may; others see its name only. */
function AdminLink({ to, by, children }: { to: string; by: Ability; children: ReactNode }) {
  if (!useCan(by)) return children
  return <Link to={to}>{children}</Link>
}

const Big = ({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) => (
  <Button
    size="large"
    href={href}
    start={icon}
    {...(href.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}
  >
    {children}
  </Button>
)

/** The customer and the address, with big buttons for a staff user at the door, who reads first what happened there. */
export function Customer({ order, big }: Props & { big: boolean }) {
  const { user_data, address } = order
  const forStaff = !useSeesShop()
  return (
    <Section title="Customer">
      <Text as="div" size="subheading">
        <AdminLink to={`/user/${order.user}`} by="customers">
          {user_data.first_name} {user_data.last_name}
        </AdminLink>
      </Text>
      {!forStaff && <OrderCount order={order} />}
      {big && user_data.mobile && (
        <Text as="div" tone="muted">
          {phone(user_data.mobile)}
        </Text>
      )}
      {!big && user_data.mobile && (
        <div className={styles.contacts}>
          <ContactLink Icon={Phone} href={telOf(order)} text={phone(user_data.mobile)} />
          {user_data.email && (
            <ContactLink Icon={Mail} href={`mailto:${user_data.email}`} text={user_data.email} />
          )}
        </div>
      )}
      {forStaff && <DoorNotes order={order} />}
      <div className={clsx(styles.address, !big && styles.quiet)}>
        {address ? <Lines address={address} /> : pickupText(order)}
      </div>
      {big ? (
        <div className={styles.buttons}>
          {user_data.mobile && (
            <Big href={telOf(order)} icon={<Phone />}>
              Call
            </Big>
          )}
          {address && (
            <Big href={mapOf(order)} icon={<Place />}>
              Map
            </Big>
          )}
        </div>
      ) : (
        address && (
          <div className={styles.map}>
            <ContactLink Icon={Place} href={mapOf(order)} text="Open in maps" />
          </div>
        )
      )}
    </Section>
  )
}

const Lines = ({ address }: { address: NonNullable<Order['address']> }) => (
  <>
    <div>{address.line1}</div>
    {address.line2 && <div>{address.line2}</div>}
    <div>
      {address.city}, {address.state} {address.pincode}
    </div>
    {address.country !== 'India' && <div>{address.country}</div>}
  </>
)

function printSentence(order: Order): string {
  const { copies, color, sides, paper_size, binding, layout } = order
  const pages = plural(countOrder(order.order_files, order)?.pages ?? order.pdf_page_count, 'page')
  const many = copies > 1 ? `${pages} × ${plural(copies, 'copy', 'copies')}` : pages
  const laid = {
    '1-up': [],
    '2-up': ['two on a side'],
    '4-up': ['four on a side'],
    booklet: ['as a booklet'],
  }[layout]
  const printOptions = [colorLabels[color], sidesLabels[sides], ...laid].join(', ').toLowerCase()
  const bound = binding === 'none' ? 'not bound' : `${bindingLabels[binding].toLowerCase()} binding`
  return `${many} on ${paper_size}, ${printOptions}, ${bound}.`
}

/** The print options, as a sentence and as facts. */
export function PrintFacts({ order }: Props) {
  const seesShop = useSeesShop()
  const counts = countOrder(order.order_files, order)
  return (
    <Section title="Print">
      <p className={styles.sentence}>{printSentence(order)}</p>
      <Facts
        facts={[
          { name: 'Pages', value: count(order.pdf_page_count) },
          { name: 'Copies', value: count(order.copies) },
          { name: 'Colour', value: colorText(order) },
          { name: 'Sides', value: sidesLabels[order.sides] },
          { name: 'Paper', value: order.paper_size },
          { name: 'Binding', value: bindingLabels[order.binding] },
          ...(order.layout === '1-up' ? [] : [{ name: 'Layout', value: layoutLabels[order.layout] }]),
          ...(order.fit === 'shrink' ? [] : [{ name: 'Other page sizes', value: fitLabels[order.fit] }]),
          ...(order.bundle ? [{ name: 'Files', value: 'One bundle' }] : []),
          ...(counts ? [{ name: 'One copy', value: sheetsText(counts) }] : []),
        ]}
      />
      {seesShop && <OrderSheets order={order} />}
    </Section>
  )
}

/** The main facts for a delivery: content and price. */
export const DeliveryFacts = ({ order }: Props) => (
  <Section title="Parcel">
    {printSentence(order)}
    {order.payable !== null && (
      <div className={styles.payable}>
        Payable
        <Text size="title">{rupees(order.payable)}</Text>
      </div>
    )}
  </Section>
)

export function PriceFacts({ order }: Props) {
  const { amount, discount, coupon_code, tax, payable, user_subscription_plan, plan_pages } = order
  const facts: Fact[] = []
  if (user_subscription_plan) {
    facts.push({ name: 'Plan', value: <OrderPlan order={order} /> })
    facts.push({
      name: order.status === 'cancelled' ? 'Plan pages given back' : 'Plan pages used',
      value: count(plan_pages),
    })
  }
  for (const { text, quantity, price } of order.lines ?? []) {
    const name = quantity === 1 ? text : `${text} × ${count(quantity)}`
    facts.push({ name, value: rupees(quantity * price) })
  }
  const isByHand = order.price_by_hand !== null
  if (isByHand && order.calculated_amount !== null)
    facts.push({ name: 'Calculated', value: rupees(order.calculated_amount) })
  if (amount !== null)
    facts.push({
      name: isByHand ? `By hand: ${order.price_by_hand_reason}` : 'Amount',
      value: rupees(amount),
    })
  if (coupon_code) {
    const to = `/coupons?${new URLSearchParams({ query: coupon_code })}`
    facts.push({
      name: 'Coupon',
      value: (
        <AdminLink to={to} by="vouchers">
          {coupon_code}
        </AdminLink>
      ),
    })
  }
  if (discount !== null && (discount > 0 || coupon_code))
    facts.push({ name: 'Discount', value: `−${rupees(discount)}` })
  if (tax) facts.push({ name: 'Tax', value: rupees(tax) })
  if (payable !== null) facts.push({ name: 'Payable', value: rupees(payable), strong: true })
  if (facts.length === 0) return null
  return (
    <Section title="Money">
      <Facts facts={facts} />
    </Section>
  )
}

/** The staff user, and the times of the order's moves. */
export function ProgressFacts({ order }: Props) {
  const { assigned_user_data, attempts, order_type } = order
  const times: [string, string | null][] = [
    ['Taken in', order.created_at],
    ['Assigned', order.assigned_at],
    ['Out for delivery', order.out_for_delivery_at],
    ['Delivered', order.delivered_at],
    ['Cancelled', order.cancelled_at],
  ]
  const staff = assigned_user_data && (
    <AdminLink to={`/staff_users?${new URLSearchParams({ query: assigned_user_data.full_name })}`} by="staff">
      {assigned_user_data.full_name}
    </AdminLink>
  )
  const facts: Fact[] = [{ name: 'Delivery staff', value: staff ?? 'Unassigned' }]
  if (order.promised_at) facts.push({ name: 'Promised', value: fullPromiseText(order), strong: true })
  facts.push({ name: 'Printed', value: printedLabels[order.printed] })
  if (order.shelf_place) facts.push({ name: 'Shelf place', value: order.shelf_place, strong: true })
  if (attempts > 0) facts.push({ name: 'Failed attempts', value: count(attempts) })
  if (order_type === 'subscription') facts.push({ name: 'Order type', value: 'Subscription' })
  for (const [name, time] of times) if (time) facts.push({ name, value: formatDateTime(time) })
  return (
    <Section title="Progress">
      <Facts facts={facts} />
      <CancelOrder order={order} />
    </Section>
  )
}

/** The plan that pays for an order; who may sees the list of plans. */
function OrderPlan({ order: { user_data, user_subscription_plan } }: { order: Order }) {
  const vouchers = useCan('vouchers')
  const mayOpen = useCan('customers') && vouchers
  const { data } = useRead(
    getSoldPlan,
    { params: { id: user_subscription_plan ?? '' } },
    { enabled: mayOpen && user_subscription_plan !== null },
  )
  if (!mayOpen) return 'Paid by plan'
  return (
    <Link to={`/user_subscription?query=${encodeURIComponent(user_data.mobile ?? '')}`}>
      {data?.plan_data.name ?? 'Subscription plan'}
    </Link>
  )
}
