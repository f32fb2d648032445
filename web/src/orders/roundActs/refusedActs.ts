import { randomKey } from '../../base/api/api.ts'
import type { DeviceDatabase } from '../../base/device/database.ts'
import { type Act, changeAct, type Pictures, picturesOf } from './actQueue.ts'
import { changed, openedQueue, wake } from './roundActs.ts'

// What can be done with acts that were refused, apart from the queue: no other screen needs it.

/** The pictures that were made for acts which were done together. */
export async function readPictures(together: readonly Act[]): Promise<Pictures> {
  const queue = openedQueue()
  if (!queue) throw new Error('What waits on this phone cannot be read now. Load the page again.')
  const { database, owner } = queue
  const each = await Promise.all(together.map(({ seq }) => picturesOf(database, owner.key, seq)))
  return Object.assign({}, ...each) as Pictures
}

/** Sends a refused act again. */
export async function sendAgain(refused: Act): Promise<void> {
  const queue = openedQueue()
  if (!queue) return
  await tryAgain(queue.database, refused, randomKey())
  await changed()
  wake()
}

/** Sends a refused act again, upon the order as it is now. The refusal is stored under the old key, so it gets another one. */
export const tryAgain = (database: DeviceDatabase, act: Act, id: string): Promise<boolean> =>
  changeAct(database, act, (one) => ({
    ...one,
    id,
    state: 'waiting',
    tried: false,
    refusal: null,
    version: act.refusal?.now?.version ?? one.version,
  }))
