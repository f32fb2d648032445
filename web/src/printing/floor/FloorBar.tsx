import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { FloorOrder } from '@our-print/contract/printing/floor.ts'
import { type FloorAction, stepsFor } from './floorActions.ts'
import type { Feedback } from './useFloorActions.ts'

type Props = {
  order: FloorOrder | undefined
  feedback: Feedback | undefined
  isBusy: boolean
  onAction: (action: FloorAction) => void
}

/** What can be done with the chosen order, each by its key, and what came of the last step. */
export function FloorBar({ order, feedback, isBusy, onAction }: Props) {
  return (
    <Box component="footer" sx={bar}>
      <Box
        component="output"
        sx={{
          flex: '1 1 280px',
          // On a phone it takes a line of its own only while it says something.
          display: { xs: feedback ? 'block' : 'none', md: 'block' },
          fontSize: { xs: '1.125rem', lg: '1.5rem' },
          lineHeight: 1.25,
          fontWeight: 650,
          color: feedback?.isBad ? 'error.main' : 'success.main',
        }}
      >
        {feedback?.text}
      </Box>
      {order && (
        <Box
          component="fieldset"
          aria-label={`Order ${order.number}`}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, m: 0, p: 0, border: 0 }}
        >
          <Box component="span" sx={{ fontSize: { xs: '1.25rem', lg: '1.75rem' }, fontWeight: 750, pr: 1 }}>
            {order.number}
          </Box>
          {stepsFor(order).map(({ action, key, label }) => (
            <Button
              key={action}
              variant={isNext(order, action) ? 'contained' : 'outlined'}
              color={isNext(order, action) ? 'primary' : 'inherit'}
              disabled={isBusy}
              aria-keyshortcuts={key.toUpperCase()}
              onClick={() => onAction(action)}
              sx={{ minHeight: 48, gap: 1, fontSize: { lg: '1.125rem' } }}
            >
              <Box
                component="kbd"
                aria-hidden
                sx={{ ...keyCap, display: { xs: 'none', md: 'inline-block' } }}
              >
                {key.toUpperCase()}
              </Box>
              {label}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  )
}

/** The usual step: a printed order goes on a shelf, any other is printed. */
const isNext = ({ is_printed }: FloorOrder, action: FloorAction) =>
  is_printed ? action === 'shelf' : action === 'print' || action === 'release' || action === 'retry'

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 'appBar',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 72,
  px: { xs: 1.5, sm: 2 },
  py: 1.5,
  pb: 'calc(12px + env(safe-area-inset-bottom))',
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const

export const keyCap = {
  px: 0.75,
  minWidth: 26,
  textAlign: 'center',
  border: '1px solid currentColor',
  borderRadius: '4px',
  font: 'inherit',
  fontSize: '0.875em',
  lineHeight: 1.4,
} as const
