import type { Endpoint, Output } from '@our-print/contract/endpoint.ts'
import type { createDeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import type { getOrder, Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import type { createTicketScan } from '@our-print/contract/orders/ticketScans.ts'
import { ApiError, currentOf, networkError, send } from '../../base/api/call.ts'
import type { Act, Outcome, Pictures, Refusal } from './actQueue.ts'

/** A photo on a weak network takes its time. */
const requestMs = 60_000

// By their types only: the service worker sends acts, too, and needs no schemas.
const orderUrl = '/api/all-orders/:id/'

type ToSend = Pick<Act, 'id' | 'order' | 'deed' | 'version' | 'happened_at'>

/** Sends one act. Sent twice with its key, it is done once, and the answer is the same. */
export async function sendAct(act: ToSend, pictures: Pictures): Promise<Outcome> {
  try {
    return await request(act, pictures)
  } catch (error) {
    // A request that was cut off is no ApiError.
    return outcomeOf(act, error instanceof ApiError ? error : networkError())
  }
}

/** As `send`, for what answers with an id: a network in between may answer with a page of its own, which says nothing. */
export async function sendSurely<E extends Endpoint>(...request: Parameters<typeof send<E>>) {
  const answer: unknown = await send<E>(...request)
  if (!answer || typeof answer !== 'object' || !('id' in answer)) throw networkError()
  return answer as Output<E>
}

async function request(
  { id, order, deed, version, happened_at }: ToSend,
  pictures: Pictures,
): Promise<Outcome> {
  const options = { idempotencyKey: id, signal: AbortSignal.timeout(requestMs) }
  const params = { id: order }
  if (deed.kind === 'proof') {
    const form = { received_by: deed.received_by, happened_at, ...pictures }
    const answer = await sendSurely<typeof createDeliveryProof>(
      { method: 'POST', url: '/api/all-orders/:id/proof/' },
      { params, form },
      options,
    )
    // It leaves the order's version as it is.
    return { kind: 'done', version, answer }
  }
  if (deed.kind === 'move') {
    const body = { ...deed.change, happened_at, version: version ?? undefined }
    const answer = await sendSurely<typeof updateOrder>(
      { method: 'PATCH', url: orderUrl },
      { params, body },
      options,
    )
    return { kind: 'done', version: answer.version, answer }
  }
  const { kind: _, ...scanned } = deed
  const answer = await sendSurely<typeof createTicketScan>(
    { method: 'POST', url: '/api/ticket-scans/' },
    { body: { ...scanned, happened_at, purpose: 'hand_over' } },
    options,
  )
  if (answer.result === 'refused') {
    const { message } = answer
    return { kind: 'refused', refusal: { message, now: null }, error: new Error(message), answer }
  }
  const after = await sendSurely<typeof getOrder>(
    { method: 'GET', url: orderUrl },
    { params: { id: answer.order?.id ?? order } },
  )
  return { kind: 'done', version: after.version, answer }
}

/** No answer, or one that says nothing of the act itself: nobody is signed in, the page is too old, the server is busy. */
const isNoAnswer = ({ status, code }: ApiError) =>
  [0, 401, 408, 429, 507].includes(status) ||
  status > 500 ||
  code === 'outdated' ||
  code === 'idempotency_key_in_use'

function outcomeOf({ deed }: ToSend, error: ApiError): Outcome {
  if (isNoAnswer(error)) return { kind: 'later' }
  if (error.status === 500) return { kind: 'postponed' }
  const now = currentOf(error) as Order | undefined
  if (now && deed.kind === 'move' && isMade(now, deed.change))
    return { kind: 'done', version: now.version, answer: now }
  return { kind: 'refused', refusal: { message: error.message, now: now ? describe(now) : null }, error }
}

/**
 * Whether its courier has made the move already: an answer that was lost longer ago than the server remembers keys. Where somebody
 * else made it, or with a payment, a person must look.
 */
function isMade(
  { status, history, assigned_user_data }: Order,
  change: Extract<Act['deed'], { kind: 'move' }>['change'],
): boolean {
  const last = history?.findLast(({ from, to }) => from !== to)
  return status === change.status && !change.payment && last?.by === assigned_user_data?.full_name
}

/** What is true now, for whoever decides what becomes of a refused act. */
const describe = ({ version, status, assigned_user_data }: Order): Refusal['now'] => ({
  version,
  text: `${orderStatusLabels[status]}${assigned_user_data ? `, with ${assigned_user_data.full_name}` : ''}`,
})
