import type { Order } from '@our-print/contract/orders/orders.ts'
import { CallOutlined as Call, PlaceOutlined as Place } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import styles from './CustomerContact.module.css'
import { DoorNotes } from './DoorNotes.tsx'
import { addressLine } from './orderTexts.ts'

export const telOf = ({ user_data }: Order) => `tel:${user_data.mobile ?? ''}`

/** A link to the address on a map; phones open their map app. */
export const mapOf = (order: Order) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
    `${addressLine(order)}, ${order.address?.country ?? ''}`,
  )}`

/** Said in place of an address. */
export function pickupText({ status, pickup }: Order): string {
  // Of others' orders, who does not see customers' data.
  if (!pickup) return 'To be delivered'
  return status === 'delivered' ? 'Picked up at the shop' : 'Customer will pick up'
}

/** The customer, what to know at the door, and the address of an order. */
export const CustomerContact = ({ order }: { order: Order }) => (
  <span className={styles.contact}>
    <span className={styles.name}>
      {order.user_data.first_name} {order.user_data.last_name}
    </span>
    <DoorNotes order={order} short />
    {order.address ? addressLine(order) : pickupText(order)}
  </span>
)

/** Links that call the customer and open the map. */
export const ContactButtons = ({ order }: { order: Order }) => (
  <div className={styles.buttons}>
    <Button
      size="touch"
      href={telOf(order)}
      start={<Call />}
      aria-label={`Call ${order.user_data.first_name}`}
    >
      Call
    </Button>
    {order.address && (
      <Button
        size="touch"
        href={mapOf(order)}
        target="_blank"
        rel="noopener"
        start={<Place />}
        aria-label={`Map to ${order.user_data.first_name}`}
      >
        Map
      </Button>
    )}
  </div>
)
