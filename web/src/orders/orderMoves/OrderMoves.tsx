import Box from '@mui/material/Box'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { FinishedMove } from './FinishedMove.tsx'
import { useOrderMoves } from './useOrderMoves.tsx'

/** On a card of a list: buttons of the moves that are allowed now, the next step first. */
export function OrderMoves({ order }: { order: Order }) {
  const { next, others, finishedMove, button, withProof, dialogs } = useOrderMoves(order, { onCard: true })
  const buttons = (
    <>
      {next && button(next)}
      {withProof}
      {others.map(button)}
    </>
  )
  return (
    <Box
      // Clicks in a dialog bubble to the card, which would open the order.
      onClick={(event) => event.stopPropagation()}
      sx={{
        position: 'relative',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        width: { xs: 1, sm: 'auto' },
        '&:empty': { display: 'none' },
      }}
    >
      {finishedMove ? (
        <>
          <Box sx={{ display: 'contents', visibility: 'hidden' }}>{buttons}</Box>
          <FinishedMove {...finishedMove} />
        </>
      ) : (
        buttons
      )}
      {dialogs}
    </Box>
  )
}
