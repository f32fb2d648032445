import { keepSession } from '../../base/device/sealing.ts'
import { syncTag } from './actQueue.ts'

type Syncing = { sync?: { register(tag: string): Promise<void> } }

/**
 * Asks the browser to wake the service worker when there is a network, also while no page is open. Called when this page has
 * the lock already, so that a person at their button gets the answer. Where a browser does not sync, the next start sends.
 */
export function askForSync(person: string): void {
  void ask(person).catch(() => undefined)
}

async function ask(person: string): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const registration = (await workers?.getRegistration()) as Syncing | undefined
  const token = localStorage.getItem('token')
  if (!registration?.sync || token === null) return
  await keepSession(person, token)
  await registration.sync.register(syncTag)
}
