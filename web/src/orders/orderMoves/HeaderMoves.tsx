import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { ReactNode } from 'react'
import { type RowAction, RowMenu } from '../../base/list/RowMenu.tsx'
import { useOrderMoves } from './useOrderMoves.tsx'

type Props = {
  order: Order
  /** What else can be done with the order; first in the menu. */
  more: readonly RowAction[]
}

/**
 * In the header of an order: the next step, one other move, and all others in a menu. On a phone they are in a bar at
 * the bottom, in reach of the thumb.
 */
export function HeaderMoves({ order, more }: Props) {
  const { actions, next, others, running, start, button, withProof, dialogs } = useOrderMoves(order, {
    onCard: false,
  })
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const second = others.find(({ danger }) => !danger)
  const inMenu: RowAction[] = [
    ...more,
    ...others
      .filter((action) => action !== second)
      .map((action) => ({
        label: action.label,
        // As the buttons, which are disabled while a move runs.
        onClick: () => {
          if (running === undefined) void start(action)
        },
        ...(action.danger && { danger: true }),
      })),
  ]
  const bar = phone && actions.length > 0
  const menu = inMenu.length > 0 && (
    <Box sx={menuButton}>
      <RowMenu name={`order ${order.number}`} actions={inMenu} above={bar} />
    </Box>
  )
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {bar ? (
        <ThumbBar>
          {menu}
          {second && button(second)}
          {withProof}
          {next && button(next)}
        </ThumbBar>
      ) : (
        <>
          {second && button(second)}
          {next && button(next)}
          {withProof}
          {menu}
        </>
      )}
      {dialogs}
    </Box>
  )
}

const menuButton = {
  flex: 'none',
  '& > button': {
    width: { xs: 48, sm: 36 },
    height: { xs: 48, sm: 36 },
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
  },
} as const

/** At the bottom of a phone's screen. Toasts find their place above it. */
const ThumbBar = ({ children }: { children: ReactNode }) => (
  <Box
    className="noprint"
    sx={{
      position: 'fixed',
      insetInline: 0,
      bottom: 0,
      zIndex: 'appBar',
      display: 'flex',
      gap: 1,
      p: 1.5,
      pb: 'max(12px, env(safe-area-inset-bottom))',
      bgcolor: 'background.paper',
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    {children}
  </Box>
)
