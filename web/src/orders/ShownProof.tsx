import type { DeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { getOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { query } from '../base/api/api.ts'
import { DoneAt } from '../base/format/DoneAt.tsx'
import { Text } from '../base/ui/Text.tsx'
import { ImagePreview } from '../printing/filePreview/ImagePreview.tsx'
import styles from './OrderProof.module.css'
import { proofSentence } from './proofTexts.ts'

/** Who received an order, with the pictures of it. Loaded where there is one. */
export default function ShownProof({ order, proof }: { order: Order; proof: DeliveryProof }) {
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
      <div>{proofSentence(proof)}</div>
      <Text as="div" size="small" tone="muted">
        {proof.by ?? 'The shop'} · <DoneAt times={proof} />
      </Text>
      <div className={styles.pictures}>
        {proof.pictures.map(({ id, kind, url }) => (
          <ImagePreview
            key={id}
            name={kind === 'photo' ? 'Photo of the delivery' : 'Signature of whoever received it'}
            url={withoutHost(url)}
            freshUrl={() => freshUrl(id)}
            fallback={null}
          />
        ))}
      </div>
    </>
  )
}

/** The browser may use another host than the server's configuration. */
const withoutHost = (url: string) => {
  const { pathname, search } = new URL(url, window.location.href)
  return pathname + search
}
