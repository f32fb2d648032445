import {
  createPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
  type PushSubscription as Told,
} from '@our-print/contract/shop/pushSubscriptions.ts'
import { call } from '../../base/api/call.ts'
import { addressOf, currentSubscription, subscribe, whyNoPush } from './devicePush.ts'

// A browser may renew its address by itself, or lose it, and tells nobody who could tell the server: what the person chose for
// this device is kept on it, and told again by the new address when the app is opened. Signing out forgets it.

const place = 'push_told'
type Choices = Pick<Told, 'endpoint' | 'kinds' | 'quiet_from' | 'quiet_to'>

/** Keeps what this device is told; undefined: nothing any more. */
export function keepTold(told: Choices | undefined): void {
  if (!told) return localStorage.removeItem(place)
  const { endpoint, kinds, quiet_from, quiet_to } = told
  localStorage.setItem(place, JSON.stringify({ endpoint, kinds, quiet_from, quiet_to } satisfies Choices))
}

/** Tells the server the address of this browser, if it is another one than that which the person switched on. */
export async function renewPush(): Promise<void> {
  if ((await whyNoPush()) !== undefined || Notification.permission !== 'granted') return
  const now = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  const told = JSON.parse(localStorage.getItem(place) ?? 'null') as Choices | null
  if (told ? told.endpoint === now?.endpoint : !now) return
  const reply = await call(listPushSubscriptions, {})
  const known = reply.subscriptions.find(({ endpoint }) => endpoint === (told ?? now)?.endpoint)
  // Switched on before this was kept.
  if (!told) return keepTold(known)
  const kinds = told.kinds.filter((kind) => reply.kinds.includes(kind))
  const { public_key } = reply
  const own = addressOf((await currentSubscription(public_key)) ?? (await subscribe(public_key)))
  await call(createPushSubscription, {
    body: { ...own, public_key, kinds, quiet_from: told.quiet_from, quiet_to: told.quiet_to },
  })
  keepTold({ ...told, kinds, endpoint: own.endpoint })
  if (known) await call(deletePushSubscription, { params: { id: known.id } })
}
