import { deleteDeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../base/api/api.ts'
import { useCan } from '../base/api/useCan.ts'
import { dangerous, useAct } from '../base/dialog/useAct.tsx'
import { Loading } from '../base/feedback/Loading.tsx'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import { toast } from '../base/feedback/toast.ts'
import { Section } from '../base/page/Page.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Text } from '../base/ui/Text.tsx'
import { mayAdd, useProofRule } from './deliveryProofs/proofRule.ts'
import { refreshOrders } from './deliveryProofs/sendProof.ts'
import styles from './OrderProof.module.css'

const AddProofDialog = lazyPart(() => import('./AddProofDialog.tsx'))
const ShownProof = lazyPart(() => import('./ShownProof.tsx'))

/** Whether the shop's configuration and the order's status let a proof be added. */
function useCanAdd(order: Order): boolean {
  const rule = useProofRule(mayAdd(order))
  return mayAdd(order) && rule !== undefined && rule !== 'off'
}

/**
 * What a super admin can do about the proof of a delivered order that has none: nobody waits for it any more, so that it is
 * one of the further actions, not a part of the page.
 */
export function useLateProof(order: Order) {
  const canAdd = useCanAdd(order)
  const [isAdding, setAdding] = useState(false)
  const isLate = canAdd && order.status === 'delivered' && order.delivery_proof === null
  return {
    actions: isLate ? [{ label: 'Add proof', onClick: () => setAdding(true) }] : [],
    dialog: isAdding && <AddProofDialog order={order} onClose={() => setAdding(false)} />,
  }
}

/** The proof of delivery of an order, and the button that adds it while it is still expected. */
export function OrderProof({ order }: { order: Order }) {
  const { delivery_proof: proof } = order
  const admin = useCan('orders')
  const canAdd = useCanAdd(order)
  const [isAdding, setAdding] = useState(false)
  // A staff user who is at the door adds it with the delivery, and has no further actions once it is over.
  const offersAdding =
    canAdd && (admin ? proof !== null || order.status !== 'delivered' : order.status === 'delivered')
  if (!proof && !offersAdding) return null
  return (
    <Section title="Proof of delivery">
      {proof ? (
        <ShownProof waiting={<Loading of="part" />} order={order} proof={proof} />
      ) : (
        <Text as="div" tone="muted">
          No proof yet.
        </Text>
      )}
      <div className={styles.buttons}>
        {offersAdding && (
          <Button size="touch" onClick={() => setAdding(true)}>
            {proof ? 'Replace proof' : 'Add proof'}
          </Button>
        )}
        {admin && proof && <DeleteProof order={order} />}
      </div>
      {isAdding && <AddProofDialog order={order} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function DeleteProof({ order }: { order: Order }) {
  const client = useQueryClient()
  const act = useAct()
  const remove = useWrite(deleteDeliveryProof, [])

  const ask = () =>
    act({
      question: dangerous(
        `Delete the proof of order ${order.number}?`,
        'Its photo and signature are deleted for good.',
        'Delete',
      ),
      send: () => remove.mutateAsync({ params: { id: order.id } }),
      done: async () => {
        await refreshOrders(client)
        toast.success('Proof of delivery deleted')
      },
    })

  return (
    <Button look="plain" size="touch" tone="danger" loading={remove.isPending} onClick={() => void ask()}>
      Delete
    </Button>
  )
}
