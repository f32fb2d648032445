import { setTokenReader } from '../../base/api/call.ts'
import { openDevice } from '../../base/device/database.ts'
import { unseal } from '../../base/device/sealing.ts'
import { queueName, sendAlone, syncTag } from './actQueue.ts'
import { sendAct } from './sendAct.ts'

// What the service worker does with acts that wait while no page of the app is open.

/** What this file uses of a service worker: the types of windows, which all other files have, do not know it. */
type SyncEvent = { tag: string; waitUntil(work: Promise<unknown>): void }
export type ActsWorker = { addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void }

/** Sends what waits when the browser says that there is a network. */
export function listenForSync(worker: ActsWorker): void {
  worker.addEventListener('sync', (event) => {
    if (event.tag === syncTag) event.waitUntil(sendAll())
  })
}

async function sendAll(): Promise<void> {
  const database = await openDevice()
  for (const { person, key, session } of await database.getAll('keys')) {
    if (!session) continue
    const token = String(await unseal(key, session))
    setTokenReader(() => token)
    const channel = new BroadcastChannel(queueName(person))
    const tellTabs = channel.postMessage.bind(channel)
    const result = navigator.onLine
      ? await sendAlone(database, { person, key }, sendAct, () => tellTabs('changed'))
      : 'later'
    channel.close()
    // The browser asks again.
    if (result === 'later') throw new Error('There is no answer yet')
  }
}
