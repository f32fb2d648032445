import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Order } from '@our-print/contract/orders.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isProven, useProofRule } from '../deliveryProofs/proofRule.ts'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'
import { ChangeList } from '../dialog/ConflictDialog.tsx'
import { doubleTapMs } from '../form/doubleTap.ts'
import { useRole } from '../session/session.ts'
import { FinishedMove } from './FinishedMove.tsx'
import { useFinished } from './finishedOrders.ts'
import { actionsOf, type OrderAction } from './orderActions.ts'
import { useMoveOrder } from './useMoveOrder.ts'

// Forms and the staff picker are loaded when needed: the list does not wait for them.
const dialogs = {
  staff: lazy(() => import('./AssignDialog.tsx')),
  note: lazy(() => import('./MoveDialog.tsx')),
  proof: lazy(() => import('./DeliverDialog.tsx')),
}

type Props = {
  order: Order
  /** On a card of a list, or on the order's page, where a phone has the bar at the bottom. */
  size?: 'card' | 'page'
}

/** Buttons of the moves that are allowed now, the next step first. */
export function OrderMoves({ order, size = 'card' }: Props) {
  const onCard = size === 'card'
  const finished = useFinished(order.id)
  const { move, reload, conflict, isPending } = useMoveOrder(order, { onCard })
  const [isBlocked, setBlocked] = useState(false)
  const [running, setRunning] = useState<OrderAction['to']>()
  const [opened, setOpened] = useState<{ action: OrderAction; order: Order; asks: keyof typeof dialogs }>()
  const proof = useProofRule(order.status === 'out-for-delivery')
  const staff = useRole() === 'staff'
  // The buttons keep their space while the card is done: nothing must slide under the finger.
  const kept = onCard ? finished : undefined
  const actions = actionsOf(kept?.seen ?? order)
  const next = actions.find(({ main }) => main)
  const others = actions.filter((action) => action !== next)
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const bar = size === 'page' && phone
  const crowded = actions.length > 2
  const Dialog = opened && dialogs[opened.asks]

  async function start(action: OrderAction) {
    const needsProof = action.to === 'delivered' && proof === 'required' && !isProven(order)
    const asks = action.asks ?? (needsProof ? 'proof' : undefined)
    if (asks) return setOpened({ action, order, asks })
    setRunning(action.to)
    if (await move(action, {}, order)) {
      setBlocked(true)
      setTimeout(() => setBlocked(false), doubleTapMs)
    }
    setRunning(undefined)
  }

  const button = (action: OrderAction) => {
    const isNext = action === next
    return (
      <Button
        key={action.label}
        variant={isNext ? 'contained' : 'outlined'}
        color={isNext ? 'primary' : action.danger ? 'error' : action.warning ? 'warning' : 'inherit'}
        loading={
          !kept && (isNext ? (isPending && running === action.to) || isBlocked : running === action.to)
        }
        disabled={running !== undefined}
        onClick={() => void start(action)}
        sx={{
          ...(!isNext && { bgcolor: 'background.paper' }),
          minHeight: { xs: 48, sm: 36 },
          minWidth: 'max-content',
          px: { xs: 1, sm: 1.75 },
          flex: { xs: isNext ? '2 1 0' : '1 1 0', sm: 'none' },
        }}
      >
        {action.label}
      </Button>
    )
  }

  // Beside the next step, for whoever stands at the door.
  const withProof = staff && proof === 'optional' && next?.to === 'delivered' && !isProven(order) && (
    <Button
      key="proof"
      variant="outlined"
      color="inherit"
      disabled={running !== undefined}
      onClick={() => setOpened({ action: next, order, asks: 'proof' })}
      sx={{
        minHeight: { xs: 48, sm: 36 },
        minWidth: 'max-content',
        px: { xs: 1, sm: 1.75 },
        flex: { xs: '1 1 0', sm: 'none' },
      }}
    >
      With proof
    </Button>
  )
  const inPlace = size === 'card' ? [next, ...others] : bar ? (crowded ? others : []) : [...others, next]
  const inBar = bar ? (crowded ? [next] : [...others, next]) : []
  const buttons = (some: (OrderAction | undefined)[]) =>
    some.flatMap((action) => {
      if (!action) return []
      if (action !== next || !withProof) return [button(action)]
      return bar ? [withProof, button(action)] : [button(action), withProof]
    })

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
      {kept ? (
        <>
          <Box sx={{ display: 'contents', visibility: 'hidden' }}>{buttons(inPlace)}</Box>
          <FinishedMove {...kept} />
        </>
      ) : (
        buttons(inPlace)
      )}
      {bar && actions.length > 0 && <ThumbBar>{buttons(inBar)}</ThumbBar>}
      {opened && Dialog && (
        <Suspense fallback={null}>
          <Dialog
            order={opened.order}
            action={opened.action}
            onCard={onCard}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      {conflict && (
        <ConfirmDialog
          title={`Order ${order.number} was changed`}
          body={
            <>
              This order was changed while you were here, so nothing was done.
              <ChangeList changes={conflict.changes} />
            </>
          }
          action="Reload"
          cancel="Close"
          onConfirm={reload}
          onCancel={reload}
        />
      )}
    </Box>
  )
}

/**
 * At the bottom of a phone's screen, in reach of the thumb. Toasts are above it, so that Undo and the next step are
 * both in reach.
 */
const ThumbBar = ({ children }: { children: ReactNode }) => (
  <>
    <GlobalStyles styles={{ '.notistack-SnackbarContainer': { marginBottom: 72 } }} />
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
  </>
)
