import { createCourierTask } from '@our-print/contract/orders/courierTasks.ts'
import { ApiError, networkError } from '../../base/api/call.ts'
import type { Act } from './actQueue.ts'
import { collectedWith, isOfOrder, officeText } from './actText.ts'
import { readPictures } from './refusedActs.ts'
import { drop } from './roundActs.ts'
import { sendSurely } from './sendAct.ts'

/** Pictures on a weak network take their time. */
const requestMs = 60_000
const mostLetters = 2000

const running = new Map<string, Promise<void>>()

/** A proof and the move that was made with it. */
export const togetherWith = (refused: Act, acts: readonly Act[]): readonly Act[] =>
  acts.filter(({ order, happened_at }) => order === refused.order && happened_at === refused.happened_at)

/**
 * Sends a refused act to the office, with what was done together with it, as one task. It leaves the phone when the server has
 * answered. All tries have the key of the act, so that it becomes one task however often it is tapped.
 */
export function sendToOffice(refused: Act, acts: readonly Act[]): Promise<void> {
  const { id } = refused
  const sent = running.get(id) ?? send(refused, togetherWith(refused, acts))
  running.set(id, sent)
  return sent.finally(() => running.delete(id))
}

async function send(refused: Act, together: readonly Act[]): Promise<void> {
  if (!navigator.onLine) throw networkError()
  const { id, order, deed, happened_at, refusal } = refused
  const received_by = together.map(({ deed }) => (deed.kind === 'proof' ? deed.received_by : '')).join('')
  const collected = together.map(collectedWith).find((amount) => amount !== undefined)
  const form = {
    ...(isOfOrder(refused) ? { order } : { code: deed.kind === 'scan' ? deed.code : order }),
    tried: together.map(officeText).toReversed().join(', ').slice(0, mostLetters),
    refusal: (refusal?.message ?? '').slice(0, mostLetters),
    received_by,
    ...(collected !== undefined && { collected: String(collected) }),
    happened_at,
    ...(await readPictures(together)),
  }
  const options = { idempotencyKey: id, signal: AbortSignal.timeout(requestMs) }
  await sendSurely<typeof createCourierTask>(createCourierTask, { form }, options).catch((error: unknown) => {
    // A request that was cut off is no ApiError; with this code the server is still at work on it.
    const isAnswer = error instanceof ApiError && error.code !== 'idempotency_key_in_use'
    throw isAnswer ? error : networkError()
  })
  await drop(together.map((one) => one.id))
}
