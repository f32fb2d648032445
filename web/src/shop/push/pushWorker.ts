import type { PushMessage } from '@our-print/contract/shop/pushKinds.ts'
import { noticeOf } from './noticeOf.ts'

// What the service worker does when the server tells something, and when the person taps it.

/** What a page is told: to open this address in its own way, which asks before it leaves what is typed. */
export type OpenMessage = { open: string }

/** What this file uses of a service worker: the types of windows, which all other files have, do not know it. */
type WorkerEvent = { waitUntil(work: Promise<unknown>): void }
type PushEvent = WorkerEvent & { data: { json(): unknown } | null }
type ClickEvent = WorkerEvent & { notification: { data: unknown; close(): void } }
type OpenPage = {
  postMessage(message: OpenMessage, transfer: readonly never[]): void
  focus(): Promise<unknown>
}
export type PushWorker = {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly OpenPage[]>
    openWindow(address: string): Promise<unknown>
  }
}

/** Shows what the server tells, and opens its screen when it is tapped. */
export function listenForPush(worker: PushWorker): void {
  worker.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined
    if (!message) return
    const { title, address } = noticeOf(message)
    // The same message twice is one notice.
    event.waitUntil(worker.registration.showNotification(title, { tag: message.id, data: address }))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, String(event.notification.data)))
  })
}

async function open({ clients }: PushWorker, address: string): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) {
    await clients.openWindow(address)
    return
  }
  await page.focus()
  page.postMessage({ open: address }, [])
}
