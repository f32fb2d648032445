import type { DeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { listed } from '../base/format/format.ts'

const kindTexts = { photo: 'a photo', signature: 'a signature' }

/** 'Received by Mrs Hegde, with a photo and a signature' */
export function proofSentence({ received_by, pictures }: DeliveryProof): string {
  const shown = listed(pictures.map(({ kind }) => kindTexts[kind]))
  if (!received_by) return `With ${shown}`
  return `Received by ${received_by}${shown && `, with ${shown}`}`
}
