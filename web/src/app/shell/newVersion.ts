import { createStore } from '../../base/createStore.ts'

/** How long what is said of a page that is too old can be read before it is loaded again. */
export const readMs = 1_500

let waiting: ServiceWorker | null = null
const store = createStore()

/** Called when a new version of the app is on the device, and when it is used. */
export function noteNewVersion(worker: ServiceWorker | null): void {
  waiting = worker
  store.notify()
}

/** The new version that waits: this page goes on with its own until it is opened again. */
export const useNewVersion = (): ServiceWorker | null => store.use(() => waiting)

/** Uses the new version now. */
export function takeNewVersion(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  worker.postMessage('take over', [])
}
