import { type OrderStatus, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { canBeReady } from '@our-print/contract/orders/promises.ts'
import { useState } from 'react'
import { useViewer } from '../../base/api/useViewer.ts'
import { viewerCan } from '../../base/api/viewerCan.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { plural } from '../../base/format/format.ts'
import { ExpandMore } from '../../base/icons/frame.tsx'
import type { Selection } from '../../base/list/columns.tsx'
import type { Matching } from '../../base/matching/matching.ts'
import { useOffer } from '../../base/page/acts.ts'
import { actKeys } from '../../base/page/keyGroups.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Menu, MenuItem } from '../../base/ui/Menu.tsx'
import { useOpens } from '../../base/ui/RouterLink.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { type BulkAction, bulkActionsOf, bulkTitle, canAssignAny, samplesOf } from './bulkActions.ts'
import { RefusedDialog } from './RefusedDialog.tsx'
import { useMoveOrders } from './useMoveOrders.ts'

// Forms and the staff picker are loaded when needed: the list does not wait for them.
const BulkAssignDialog = lazyPart(() => import('./BulkAssignDialog.tsx'))
const BulkPromiseDialog = lazyPart(() => import('./BulkPromiseDialog.tsx'))
const BulkMoveDialog = lazyPart(() => import('./BulkMoveDialog.tsx'))

/** Actions on the selected orders: moves that at least one of them allows. */
export default function BulkBar({ selection }: { selection: Selection<Order> }) {
  const moving = useMoveOrders(selection)
  const confirm = useConfirm()
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<BulkAction | 'assign' | 'promise'>()
  const { matching } = selection
  // The orders of other pages are not here, but their statuses are known.
  const viewer = useViewer()
  const abilities = (['orders', 'assign'] as const).filter((each) => viewerCan(viewer, each))
  const able = { is_superuser: false, abilities }
  const opens = useOpens()
  const orders = matching ? samplesOf(matching, able) : selection.rows
  const number = matching?.count ?? selection.rows.length
  const actions = bulkActionsOf(orders).map((action) => (matching ? { ...action, orders: number } : action))
  const tickets = `/job_tickets?${new URLSearchParams(selection.ids.map((id) => ['order', id]))}`
  const close = () => setOpened(undefined)
  const unready = selection.rows.filter((order) => canBeReady(order) && !order.is_ready)

  const chooseStaff = () => {
    moving.noteAssignees()
    setOpened('assign')
  }
  const canAssign = canAssignAny(orders)
  const promises = abilities.includes('orders')
  useOffer({
    about: plural(number, 'selected order'),
    acts: [
      ...(canAssign ? [{ label: 'Assign', run: chooseStaff }] : []),
      ...actions.map((action) => ({ label: action.label, run: () => void start(action) })),
      ...(promises ? [{ label: 'Promise', run: () => setOpened('promise') }] : []),
    ],
    ...(canAssign && {
      assign: (id, name) => {
        moving.noteAssignees()
        void moving.assign(id, name).catch((error: Error) => toast.failure(error))
      },
    }),
  })

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

  const makeReady = () =>
    moving.change({ is_ready: true }, 'ready for pick-up').catch((error: Error) => toast.failure(error))
  const outOf = (some: number) => (
    <Text size="caption" tone="muted">
      {some} of {number}
    </Text>
  )

  return (
    <>
      {canAssign && (
        <Button size="small" look="primary" aria-keyshortcuts={actKeys.assign} onClick={chooseStaff}>
          Assign
        </Button>
      )}
      {actions.length > 0 && (
        <Button
          size="small"
          aria-haspopup="menu"
          aria-keyshortcuts={actKeys.status}
          aria-expanded={menu !== null}
          loading={moving.isPending && !opened}
          end={<ExpandMore />}
          onClick={(event) => setMenu(event.currentTarget)}
        >
          Change status
        </Button>
      )}
      {promises && (
        <Button size="small" onClick={() => setOpened('promise')}>
          Promise
        </Button>
      )}
      {!matching && opens('/job_tickets') && (
        <Button size="small" href={tickets} target="_blank" rel="noopener">
          Job tickets
        </Button>
      )}
      {menu && (
        <Menu label="Change status" anchor={menu} align="start" onClose={() => setMenu(null)}>
          {(matching ? canMatchReady(matching) : unready.length > 0) && (
            <MenuItem
              onClick={() => void makeReady()}
              end={!matching && unready.length < number && outOf(unready.length)}
            >
              Ready for pick-up
            </MenuItem>
          )}
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              onClick={() => void start(action)}
              {...(action.danger && { tone: 'danger' })}
              end={action.orders < number && outOf(action.orders)}
            >
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {opened === 'assign' && <BulkAssignDialog number={number} moving={moving} onClose={close} />}
      {opened === 'promise' && <BulkPromiseDialog number={number} moving={moving} onClose={close} />}
      {opened && opened !== 'assign' && opened !== 'promise' && (
        <BulkMoveDialog action={opened} moving={moving} onClose={close} />
      )}
      {moving.refused && <RefusedDialog {...moving.refused} selected onClose={moving.forget} />}
    </>
  )
}

/** Whether orders that match may wait to be fetched; the report names those that do not. */
const canMatchReady = ({ filter }: Matching) => {
  const { status, pickup } = filter as { status?: OrderStatus | OrderStatus[]; pickup?: string }
  const statuses = status ? [status].flat() : orderStatuses
  return pickup !== 'false' && statuses.some((each) => canBeReady({ status: each, pickup: true }))
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
