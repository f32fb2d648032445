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
  addEventListener(type: 'notificationclose', listener: (event: WorkerEvent) => void): void
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
    getNotifications(): Promise<readonly unknown[]>
  }
  navigator: { setAppBadge?(count: number): Promise<void> }
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly OpenPage[]>
    openWindow(address: string): Promise<unknown>
  }
}

/** Shows what the server tells, and opens its screen when it is tapped. */
export function listenForPush(worker: PushWorker): void {
  worker.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined
    if (message) event.waitUntil(show(worker, message))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(Promise.all([countNotices(worker), open(worker, String(event.notification.data))]))
  })
  worker.addEventListener('notificationclose', (event) => event.waitUntil(countNotices(worker)))
}

async function show(worker: PushWorker, message: PushMessage): Promise<void> {
  const { title, address } = noticeOf(message)
  // The same message twice is one notice.
  await worker.registration.showNotification(title, { tag: message.id, data: address })
  await countNotices(worker)
}

/** The icon of the installed app says how many notices stand, where the browser can. */
async function countNotices({ registration, navigator }: PushWorker): Promise<void> {
  await navigator.setAppBadge?.((await registration.getNotifications()).length)
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
