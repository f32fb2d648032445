import Button from '@mui/material/Button'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useOrderMoves } from './useOrderMoves.tsx'

/** Cancels an order, where that is allowed: beside the facts of its progress, away from the next step. */
export function CancelOrder({ order }: { order: Order }) {
  const { actions, start, dialogs } = useOrderMoves(order, { onCard: false })
  const action = actions.find(({ to }) => to === 'cancelled')
  if (!action) return dialogs
  return (
    <>
      <Button
        color="error"
        size="small"
        onClick={() => void start(action)}
        sx={{ mt: 1.5, ml: -1.25, mb: -0.75, minHeight: { xs: 44, sm: 32 } }}
      >
        {action.label}
      </Button>
      {dialogs}
    </>
  )
}
