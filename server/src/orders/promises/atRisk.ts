import type { DueFilter, DueState } from '@our-print/contract/orders/promises.ts'
import type { Db } from '../../base/database/db.ts'
import { type Kind, ofKind, readLately, readOpening, readOpenPromises } from './measure.queries.ts'
import { expectDone, learn, type Model } from './proposePromise.ts'
import { workingTime } from './workingTime.ts'

/** The open orders that will be late: their promised time is not over, and the model says they will be done after it. */
export async function findAtRisk(db: Db): Promise<string[]> {
  const orders = await readOpenPromises(db)
  if (orders.length === 0) return []
  const [{ time_zone, ...opening }, lately] = await Promise.all([readOpening(db), readLately(db)])
  const time = workingTime(opening, time_zone)
  const now = Date.now()
  const models = new Map<string, Model>()
  const modelOf = (kind: Kind) => {
    const key = `${kind.color} ${kind.pickup}`
    const model = models.get(key) ?? learn(ofKind(kind, lately), time)
    models.set(key, model)
    return model
  }
  return orders
    .filter((order) => expectDone(now, order, modelOf(order), time) > order.promised)
    .map(({ id }) => id)
}

/** What the database is asked for `due`: what the clock says, or the orders of which the model says it. */
export type Due = DueState | { ids: string[] }

/** A filter of orders that the database can be asked for: those at risk are found first. */
export async function judgeDue<Sent extends { due?: DueFilter | undefined }>(
  db: Db,
  { due, ...rest }: Sent,
): Promise<Omit<Sent, 'due'> & { due?: Due | undefined }> {
  return { ...rest, due: due === 'at_risk' ? { ids: await findAtRisk(db) } : due }
}
