import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type DeliveryProof, deleteDeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useWrite } from '../base/api/api.ts'
import { dangerous, useAct } from '../base/dialog/useAct.tsx'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import { toast } from '../base/feedback/toast.tsx'
import { formatDateTime } from '../base/format/format.ts'
import { SecondaryButton, Section } from '../base/page/Page.tsx'
import { useRole } from '../people/session/session.ts'
import { ImagePreview } from '../printing/filePreview/ImagePreview.tsx'
import { mayAdd, useProofRule } from './deliveryProofs/proofRule.ts'
import { refreshOrders } from './deliveryProofs/sendProof.ts'
import { proofSentence } from './proofTexts.ts'

const AddProofDialog = lazyPart(() => import('./AddProofDialog.tsx'))

/** The proof of delivery of an order; it can be added as long as the delivery can be taken back. */
export function OrderProof({ order }: { order: Order }) {
  const { delivery_proof: proof } = order
  const admin = useRole() === 'admin'
  const rule = useProofRule(mayAdd(order))
  const [isAdding, setAdding] = useState(false)
  const canAdd = mayAdd(order) && rule !== undefined && rule !== 'off'
  // A staff user who is at the door adds it with the delivery.
  const offersAdding = canAdd && (admin || order.status === 'delivered')
  if (!proof && !offersAdding) return null
  return (
    <Section title="Proof of delivery">
      {proof ? (
        <Proof order={order} proof={proof} />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>No proof yet.</Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, '&:empty': { display: 'none' } }}>
        {offersAdding && (
          <SecondaryButton onClick={() => setAdding(true)} sx={inReach}>
            {proof ? 'Replace proof' : 'Add proof'}
          </SecondaryButton>
        )}
        {admin && proof && <DeleteProof order={order} />}
      </Box>
      {isAdding && <AddProofDialog order={order} onClose={() => setAdding(false)} />}
    </Section>
  )
}

const inReach = { minHeight: { xs: 48, sm: 36 } } as const

function Proof({ order, proof }: { order: Order; proof: DeliveryProof }) {
  const client = useQueryClient()

  /** Reads the order again, whose links are new. */
  async function freshUrl(id: string): Promise<string> {
    const asked = query(getOrder, { params: { id: order.id } })
    const { delivery_proof } = await client.fetchQuery({
      queryKey: asked.queryKey,
      queryFn: asked.queryFn,
      staleTime: 0,
    })
    const picture = delivery_proof?.pictures.find((one) => one.id === id)
    if (!picture) throw new Error('This picture is no longer part of the order.')
    return withoutHost(picture.url)
  }

  return (
    <>
      <Box>{proofSentence(proof)}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {proof.by ?? 'The shop'} · <time dateTime={proof.at}>{formatDateTime(proof.at)}</time>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { sm: 'repeat(auto-fit, minmax(200px, 360px))' },
          mt: 1,
        }}
      >
        {proof.pictures.map(({ id, kind, url }) => (
          <ImagePreview
            key={id}
            name={kind === 'photo' ? 'Photo of the delivery' : 'Signature of whoever received it'}
            url={withoutHost(url)}
            freshUrl={() => freshUrl(id)}
            fallback={null}
          />
        ))}
      </Box>
    </>
  )
}

/** The browser may use another host than the server's configuration. */
const withoutHost = (url: string) => {
  const { pathname, search } = new URL(url, window.location.href)
  return pathname + search
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
    <Button color="error" loading={remove.isPending} onClick={() => void ask()} sx={inReach}>
      Delete
    </Button>
  )
}
