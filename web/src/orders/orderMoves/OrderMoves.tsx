import Box from '@mui/material/Box'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { doubleTapMs } from '../../base/form/doubleTap.ts'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { CheckCircle } from '../../base/icons/frame.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import type { Finished } from './finishedOrders.ts'
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

/** In place of the buttons of a card that is done: 'Delivered · Undo'. */
function FinishedMove({ label, message, at, undo }: Omit<NonNullable<Finished['done']>, 'seen'>) {
  const [isUndoing, setUndoing] = useState(false)

  async function takeBack() {
    // The second tap of a double tap on what was here before.
    if (!undo || isUndoing || performance.now() - at < doubleTapMs) return
    setUndoing(true)
    await undo()
    setUndoing(false)
  }

  return (
    <Box sx={{ position: 'absolute', inset: 0, display: 'flex', gap: 1 }}>
      <Box
        component="output"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          minHeight: { xs: 48, sm: 36 },
          flex: { xs: '2 1 0', sm: 1 },
          fontWeight: 600,
          color: undo ? 'success.main' : 'text.secondary',
        }}
      >
        <CheckCircle size={18} />
        <span>{label}</span>
        <Box component="span" sx={visuallyHidden}>
          {message}
        </Box>
      </Box>
      {undo && (
        <SecondaryButton
          aria-disabled={isUndoing}
          onClick={() => void takeBack()}
          sx={{ minHeight: { xs: 48, sm: 36 }, flex: { xs: '1 1 0', sm: 'none' } }}
        >
          Undo
        </SecondaryButton>
      )}
    </Box>
  )
}
