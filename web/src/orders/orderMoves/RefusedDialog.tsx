import { plural } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './RefusedDialog.module.css'
import type { Refused } from './useMoveOrders.ts'

type Props = Refused & {
  /** Whether they stay selected in a list. */
  selected?: boolean
  onClose: () => void
}

/** The orders that were not changed, with the reasons. */
export function RefusedDialog({ done, orders, selected = false, onClose }: Props) {
  return (
    <Dialog
      title={`${plural(orders.length, 'order was', 'orders were')} not changed`}
      size="sm"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose} autoFocus>
          OK
        </Button>
      }
    >
      <Text tone="muted">
        {done > 0 && `${plural(done, 'order is', 'orders are')} done. `}
        {selected && (orders.length === 1 ? 'This one stays selected.' : 'These stay selected.')}
      </Text>
      <ul className={styles.refused}>
        {orders.map(({ id, number, message }) => (
          <li key={id} className={styles.order}>
            <Link to={`/order/${id}`} tone="inherit" strong>
              Order {number}
            </Link>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
