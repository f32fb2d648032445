import type { Order } from '@our-print/contract/orders/orders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../base/api/call.ts'
import { toast } from '../base/feedback/toast.ts'
import { ProofDialog } from './deliveryProofs/ProofDialog.tsx'
import { type ProofContent, refreshOrders, sendProof } from './deliveryProofs/sendProof.ts'

const patienceMs = 20_000

/** Adds a proof to an order without moving it. */
export default function AddProofDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient()
  const save = useMutation<unknown, ApiError, ProofContent>({
    mutationFn: (content) => sendProof(order.id, content, patienceMs),
    onSuccess: () => refreshOrders(client),
  })

  const submit = (content: ProofContent) =>
    save.mutateAsync(content).then(
      () => {
        toast.success(`Proof of order ${order.number} saved`)
        onClose()
      },
      // The dialog shows the error.
      () => undefined,
    )

  return (
    <ProofDialog
      title={`Proof of delivery of order ${order.number}`}
      hint={`One of these is enough.${order.delivery_proof ? ' It replaces the present proof.' : ''}`}
      submitLabel="Save"
      isRequired
      save={save}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
