import type { Order } from '@our-print/contract/orders/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiError } from '../../base/api/call.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { ProofDialog } from '../deliveryProofs/ProofDialog.tsx'
import { useProofRule } from '../deliveryProofs/proofRule.ts'
import { isEmpty, type ProofContent, sendInBackground, sendProof } from '../deliveryProofs/sendProof.ts'
import { hasQueue } from '../roundActs/roundActs.ts'
import { afterTap } from './afterTap.ts'
import type { OrderAction, OrderChange } from './orderActions.ts'
import { useMoveOrder } from './useMoveOrder.ts'

type Props = {
  order: Order
  action: OrderAction
  onCard: boolean
  onClose: () => void
  /** What was collected: it is taken with the delivery. */
  payment?: OrderChange['payment']
}

/** How long a person waits for a proof that the delivery needs, before an error is shown and can be retried. */
const patienceMs = 20_000

/**
 * Delivers an order with a proof. A required proof is stored first. Any other one is sent after the delivery, which
 * must not wait for a photo on a weak network.
 */
export default function DeliverDialog({ order, action, onCard, onClose, payment }: Props) {
  const client = useQueryClient()
  const changing = useMoveOrder(order, { onCard })
  const isRequired = useProofRule(true) === 'required'
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const stored = useRef<ProofContent>(undefined)

  async function deliver(content: ProofContent) {
    setError(null)
    if (hasQueue()) {
      const change = { ...(payment && { payment }), ...(!isEmpty(content) && { proof: content }) }
      if (await afterTap(changing.move(action, change))) onClose()
      return
    }
    if (isRequired && !isSame(stored.current, content)) {
      setSending(true)
      try {
        await sendProof(order.id, content, patienceMs)
        stored.current = content
      } catch (reason) {
        setError(reason as ApiError)
        return
      } finally {
        setSending(false)
      }
    }
    if (!(await afterTap(changing.move(action, payment ? { payment } : {})))) return
    onClose()
    if (!isRequired && !isEmpty(content)) void sendInBackground(client, order, content)
  }

  return (
    <ProofDialog
      title={`Deliver order ${order.number}`}
      hint={
        isRequired
          ? 'The shop needs a proof of each delivery: one of these is enough.'
          : 'One of these is enough. The proof is sent in the background, so you can go on.'
      }
      submitLabel={action.label}
      isRequired={isRequired}
      save={{ isPending: sending || changing.isPending, error: error ?? changing.error }}
      onSubmit={deliver}
      onClose={onClose}
    >
      <ConflictDialog what="This order" changing={changing} />
    </ProofDialog>
  )
}

const isSame = (one: ProofContent | undefined, other: ProofContent) =>
  one?.received_by === other.received_by && one.photo === other.photo && one.signature === other.signature
