import { saveRoundSequence } from '@our-print/contract/orders/saveRoundSequence.ts'
import { ApiError, call } from '../../base/api/call.ts'
import { timeNow } from '../../base/api/clock.ts'
import { signedInId } from '../../people/session/session.ts'

/*
 * The sequence of a round is written to this device first: a phone without a network can change it. It is sent as soon as
 * there is one, since customers are told how many stops come before them. From here it is gone with the sign-out: a second
 * phone starts by area.
 */
const keyOf = (staffUser = signedInId()) => `round ${staffUser}`
/** When the sequence that is not sent yet was made. */
const toSendKey = () => keyOf(['unsent', signedInId()].join('-'))

/** Several stops are moved after each other. */
const pauseMs = 1_500
let timer: ReturnType<typeof setTimeout> | undefined

/** The ids of the stops in the sequence that the staff user chose. */
export function readSequence(): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function saveSequence(ids: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(ids))
    localStorage.setItem(toSendKey(), timeNow())
  } catch {
    // The device has no space left: the sequence lasts until the page is closed.
  }
  clearTimeout(timer)
  timer = setTimeout(() => void sendSequence(), pauseMs)
}

/** Sends the sequence if it is not sent yet. */
export async function sendSequence(): Promise<void> {
  const key = toSendKey()
  const happened_at = localStorage.getItem(key)
  if (happened_at === null || !navigator.onLine) return
  try {
    await call(saveRoundSequence, { body: { orders: readSequence(), happened_at } })
  } catch (error) {
    // What cannot be right is not sent again.
    if (!(error instanceof ApiError) || error.status !== 400) return
  }
  if (localStorage.getItem(key) === happened_at) localStorage.removeItem(key)
}
