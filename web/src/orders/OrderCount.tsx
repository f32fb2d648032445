import { listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { useRead } from '../base/api/api.ts'
import { plural } from '../base/format/format.ts'
import { Link } from '../base/ui/Link.tsx'
import { Skeleton } from '../base/ui/Skeleton.tsx'
import styles from './OrderFacts.module.css'

// What the customer of an order ordered besides. For super admins only: staff users see no orders of others.

/** How many of them are shown. */
export const shown = 3

/**
 * One request for both parts, of which the list is loaded after the count: the newest orders, one more in case this one is among
 * them, and the number of all.
 */
export const useOrders = ({ user }: Order) =>
  useRead(listOrders, { querystring: { user, limit: String(shown + 1) } }, { staleTime: 60_000 })

/** One line on the customer's card: how many orders they have. Its height is the same in every state. */
export function OrderCount({ order }: { order: Order }) {
  const { data, error } = useOrders(order)
  const text = !data ? (
    error ? null : (
      <Skeleton width={72} />
    )
  ) : data.count > 1 ? (
    <Link to={`/user/${order.user}`}>{plural(data.count, 'order')}</Link>
  ) : (
    'First order'
  )
  return <div className={styles.count}>{text}</div>
}
