import type { Order } from '@our-print/contract/orders/orders.ts'
import { type Configuration, getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useRead } from '../../base/api/api.ts'

/** It changes a few times a year. */
const freshMs = 10 * 60_000

/** Whether a delivery takes a proof, by the configuration; undefined until it is known, or where it is not needed. */
export function useProofRule(isNeeded: boolean): Configuration['proof_of_delivery'] | undefined {
  const { data } = useRead(getConfiguration, {}, { staleTime: freshMs, enabled: isNeeded })
  return data?.proof_of_delivery
}

/** Whether whoever got this order may add a proof to it now; the server follows `mayAddProof` of the contract. */
export const mayAdd = ({ status, allowed_transitions }: Order) =>
  status === 'out-for-delivery' ||
  (status === 'delivered' && allowed_transitions.includes('out-for-delivery'))

/** Whether the order has a proof since it went out for delivery. */
export const isProven = ({ delivery_proof, out_for_delivery_at }: Order) =>
  delivery_proof !== null &&
  Date.parse(delivery_proof.at) >= Date.parse(out_for_delivery_at ?? delivery_proof.at)
