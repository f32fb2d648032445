import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useId, useState } from 'react'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { plural } from '../../base/format/format.ts'
import { ExpandMore } from '../../base/icons/frame.tsx'
import type { Selection } from '../../base/list/columns.tsx'
import { RouteLink, SecondaryButton } from '../../base/page/Page.tsx'
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
    setMenu(null)
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
          variant="contained"
          onClick={() => {
            moving.noteAssignees()
            setOpened('assign')
          }}
        >
          Assign
        </Button>
      )}
      {actions.length > 0 && (
        <SecondaryButton
          size="small"
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          loading={moving.isPending && !opened}
          endIcon={<ExpandMore />}
          onClick={(event) => setMenu(event.currentTarget)}
        >
          Change status
        </SecondaryButton>
      )}
      {!matching && (
        <SecondaryButton size="small" href={tickets} target="_blank" rel="noopener">
          Job tickets
        </SecondaryButton>
      )}
      <Menu
        anchorEl={menu}
        open={menu !== null}
        onClose={() => setMenu(null)}
        // Drawn outside the page's landmarks, so it needs a role of its own.
        slotProps={{ paper: { role: 'region', 'aria-label': 'Change status' } }}
      >
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            onClick={() => void start(action)}
            sx={{ gap: 3, justifyContent: 'space-between', ...(action.danger && { color: 'error.main' }) }}
          >
            {action.label}
            {action.orders < number && (
              <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
                {action.orders} of {number}
              </Box>
            )}
          </MenuItem>
        ))}
      </Menu>
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
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{plural(orders.length, 'order was', 'orders were')} not changed</DialogTitle>
      <DialogContent>
        <Box sx={{ color: 'text.secondary', mb: 1.5 }}>
          {done > 0 ? `${plural(done, 'order is', 'orders are')} done. ` : ''}
          {orders.length === 1 ? 'This one stays selected.' : 'These stay selected.'}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {orders.map(({ id, number, message }) => (
            <Box
              key={id}
              component="li"
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: '96px 1fr' },
                columnGap: 2,
                py: 1,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <RouteLink to={`/order/${id}`} color="inherit" sx={{ fontWeight: 600 }}>
                Order {number}
              </RouteLink>
              <span>{message}</span>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          OK
        </Button>
      </DialogActions>
    </Dialog>
  )
}
