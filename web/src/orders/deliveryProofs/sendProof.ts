import { createDeliveryProof, type DeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { getOrder, listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import type { QueryClient } from '@tanstack/react-query'
import { randomKey } from '../../base/api/api.ts'
import { ApiError, call, networkError } from '../../base/api/call.ts'
import { toast } from '../../base/feedback/toast.ts'

/** What the person at the door entered. */
export type ProofContent = { received_by: string; photo?: File | undefined; signature?: File | undefined }

export const isEmpty = ({ received_by, photo, signature }: ProofContent) =>
  received_by.trim() === '' && !photo && !signature

const requestMs = 60_000
const longestWaitMs = 30_000

/**
 * Sends a proof until the server has it, refuses it, or the time is up. All tries have the same Idempotency-Key, so a
 * proof whose response was lost is stored once.
 */
export async function sendProof(id: string, content: ProofContent, forMs: number): Promise<DeliveryProof> {
  const idempotencyKey = randomKey()
  const until = Date.now() + forMs
  for (let wait = 1000; ; wait = Math.min(2 * wait, longestWaitMs)) {
    try {
      return await call(
        createDeliveryProof,
        { params: { id }, form: content },
        { idempotencyKey, signal: AbortSignal.timeout(requestMs) },
      )
    } catch (error) {
      // A timeout is no ApiError.
      const reason = error instanceof ApiError ? error : networkError()
      if (!canRetry(reason) || Date.now() + wait > until) throw reason
    }
    await untilOnlineOr(wait)
  }
}

/** With this code the first try is still running. */
const canRetry = ({ status, code }: ApiError) =>
  status === 0 || status === 408 || status === 429 || status >= 500 || code === 'idempotency_key_in_use'

/** A phone that finds its network again does not wait for the end of the pause. */
const untilOnlineOr = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = window.setTimeout(done, ms)
    window.addEventListener('online', done)
  })

/** As long as a staff user may add a proof to a delivered order. */
const backgroundMs = 10 * 60_000
let pending = 0
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Sends the proof of an order that is delivered already: nobody waits for it, and a toast says how it ended. */
export async function sendInBackground(client: QueryClient, { id, number }: Order, content: ProofContent) {
  if (pending++ === 0) window.addEventListener('beforeunload', warn)
  try {
    await sendProof(id, content, backgroundMs)
    await refreshOrders(client)
  } catch (error) {
    toast.failure(`The proof of order ${number} was not saved`, (error as Error).message)
  } finally {
    if (--pending === 0) window.removeEventListener('beforeunload', warn)
  }
}

/** Reads again what shows the proof. */
export const refreshOrders = (client: QueryClient) =>
  Promise.all([getOrder, listMyOrders].map(({ url }) => client.invalidateQueries({ queryKey: [url] })))
