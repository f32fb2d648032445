import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Order } from '@our-print/contract/orders.ts'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { ChangesBody } from './ChangedMeanwhile.tsx'
import { type Offer, offersOf } from './orderOffers.ts'
import { useMoveOrder } from './useMoveOrder.ts'

// Forms and the staff picker arrive when one is needed: a list shows without them.
const dialogs = {
  staff: lazy(() => import('./AssignDialog.tsx')),
  note: lazy(() => import('./MoveDialog.tsx')),
}

/** After a move the next one stands where the finger is: a double tap must not make both. */
const restMs = 700

type Props = {
  order: Order
  /** On a list's card, or on the order's own page with its bar for the thumb. */
  size?: 'card' | 'page'
}

/** The moves that are allowed now, the one next step first; others are not offered. */
export function OrderMoves({ order, size = 'card' }: Props) {
  const { move, reload, meanwhile, isPending } = useMoveOrder()
  const [resting, setResting] = useState(false)
  const [running, setRunning] = useState<Offer['to']>()
  const [asked, setAsked] = useState<{ offer: Offer; order: Order }>()
  const offers = offersOf(order)
  const next = offers.find(({ main }) => main)
  const others = offers.filter((offer) => offer !== next)
  const Dialog = asked?.offer.asks && dialogs[asked.offer.asks]

  async function start(offer: Offer) {
    if (offer.asks) return setAsked({ offer, order })
    setRunning(offer.to)
    if (await move(order, offer)) {
      setResting(true)
      setTimeout(() => setResting(false), restMs)
    }
    setRunning(undefined)
  }

  const button = (offer: Offer) => {
    const isNext = offer === next
    return (
      <Button
        key={offer.label}
        variant={isNext ? 'contained' : 'outlined'}
        color={isNext ? 'primary' : offer.danger ? 'error' : 'inherit'}
        loading={isNext ? (isPending && running === offer.to) || resting : running === offer.to}
        disabled={running !== undefined}
        onClick={() => void start(offer)}
        sx={{ minHeight: { xs: 48, sm: 36 }, flex: { xs: isNext ? '2 1 0' : '1 1 0', sm: 'none' } }}
      >
        {offer.label}
      </Button>
    )
  }

  if (offers.length === 0 && !asked) return null
  return (
    <Box
      // A dialog's clicks bubble to the card it was opened from, which would open the order.
      onClick={(event) => event.stopPropagation()}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, width: { xs: 1, sm: 'auto' } }}
    >
      {size === 'page' ? others.map(button) : next && button(next)}
      {size === 'page' ? next && button(next) : others.map(button)}
      {asked && Dialog && (
        <Suspense fallback={null}>
          <Dialog order={asked.order} offer={asked.offer} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {meanwhile && (
        <ConfirmDialog
          title={`Order ${order.number} was changed`}
          body={<ChangesBody meanwhile={meanwhile} />}
          action="Reload"
          onConfirm={reload}
          onCancel={reload}
        />
      )}
    </Box>
  )
}
