import type { DeviceDatabase } from '../../base/device/database.ts'
import { type Act, type Kept, removeIn, safely, stores } from './actQueue.ts'
import { changed, openedQueue } from './roundActs.ts'

/** Takes acts of an order back that were never sent; false: they are being sent. */
export async function takeBack(undone: readonly Act[]): Promise<boolean> {
  const queue = openedQueue()
  if (!queue) return false
  const isUndone = await undoActs(queue.database, undone)
  await changed()
  return isUndone
}

/** Takes acts back that were never sent: all of them, or none, and then the answer is false. */
export async function undoActs(
  database: DeviceDatabase,
  undone: readonly (Kept & Pick<Act, 'version'>)[],
): Promise<boolean> {
  const work = database.transaction(stores, 'readwrite', safely)
  const kept = await Promise.all(undone.map(({ seq }) => work.objectStore('acts').get(seq)))
  const isUnsent = kept.every((one, at) => one?.id === undone[at]?.id && one?.tried === false)
  let left: number | null = null
  if (isUnsent) {
    for (const act of undone) {
      left = act.version ?? left
      await removeIn(work, act, left)
    }
  }
  await work.done
  return isUnsent
}
