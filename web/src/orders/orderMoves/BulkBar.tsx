import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { plural } from '../../base/format/format.ts'
import { ExpandMore } from '../../base/icons/frame.tsx'
import type { Selection } from '../../base/list/columns.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Menu, MenuItem } from '../../base/ui/Menu.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './BulkBar.module.css'
import { type BulkAction, bulkActionsOf, bulkTitle, canAssignAny, samplesOf } from './bulkActions.ts'
import { type Refused, useMoveOrders } from './useMoveOrders.ts'

// Forms and the staff picker are loaded when needed: the list does not wait for them.
const BulkAssignDialog = lazyPart(() => import('./BulkAssignDialog.tsx'))
const BulkMoveDialog = lazyPart(() => import('./BulkMoveDialog.tsx'))

/** Actions on the selected orders: moves that at least one of them allows. */
export default function BulkBar({ selection }: { selection: Selection<Order> }) {
  const moving = useMoveOrders(selection)
  const confirm = useConfirm()
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<BulkAction | 'assign'>()
  const { matching } = selection
  // The orders of other pages are not here, but their statuses are known.
  const orders = matching ? samplesOf(matching) : selection.rows
  const number = matching?.count ?? selection.rows.length
  const actions = bulkActionsOf(orders).map((action) => (matching ? { ...action, orders: number } : action))
  const tickets = `/job_tickets?${new URLSearchParams(selection.ids.map((id) => ['order', id]))}`
  const close = () => setOpened(undefined)

  async function start(action: BulkAction) {
    moving.noteAssignees()
    if (action.asksNote) return setOpened(action)
    const question = {
      title: `${bulkTitle(action)}?`,
      body: matching ? refusedNote(action, orders) : skippedNote(action, number),
      action: action.label,
    }
    if (!(await confirm(question))) return
    await moving.move(action).catch((error: Error) => toast.failure(error))
  }

  return (
    <>
      {canAssignAny(orders) && (
        <Button
          size="small"
          look="primary"
          onClick={() => {
            moving.noteAssignees()
            setOpened('assign')
          }}
        >
          Assign
        </Button>
      )}
      {actions.length > 0 && (
        <Button
          size="small"
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          loading={moving.isPending && !opened}
          end={<ExpandMore />}
          onClick={(event) => setMenu(event.currentTarget)}
        >
          Change status
        </Button>
      )}
      {!matching && (
        <Button size="small" href={tickets} target="_blank" rel="noopener">
          Job tickets
        </Button>
      )}
      {menu && (
        <Menu label="Change status" anchor={menu} align="start" onClose={() => setMenu(null)}>
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              onClick={() => void start(action)}
              {...(action.danger && { tone: 'danger' })}
              end={
                action.orders < number && (
                  <Text size="caption" tone="muted">
                    {action.orders} of {number}
                  </Text>
                )
              }
            >
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {opened === 'assign' && <BulkAssignDialog number={number} moving={moving} onClose={close} />}
      {opened && opened !== 'assign' && <BulkMoveDialog action={opened} moving={moving} onClose={close} />}
      {moving.refused && <RefusedDialog {...moving.refused} onClose={moving.forget} />}
    </>
  )
}

/** Where some of the matching orders may have another status. */
const refusedNote = ({ from }: BulkAction, orders: readonly { status: OrderStatus }[]) =>
  orders.every(({ status }) => from.includes(status))
    ? undefined
    : 'Orders that cannot make this move are left as they are. The report names them.'

const skippedNote = ({ orders }: BulkAction, selected: number) =>
  orders < selected
    ? `The other ${plural(selected - orders, 'selected order')} cannot make this move.`
    : undefined

/** The orders that were not changed, with the reasons. */
function RefusedDialog({ done, orders, onClose }: Refused & { onClose: () => void }) {
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
        {done > 0 ? `${plural(done, 'order is', 'orders are')} done. ` : ''}
        {orders.length === 1 ? 'This one stays selected.' : 'These stay selected.'}
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
