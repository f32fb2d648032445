import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import type { Db } from '../../base/database/db.ts'
import { readFacts } from '../../orders/promises/measure.queries.ts'
import { propose } from '../../orders/promises/propose.ts'
import { type PageFacts, type PageSource, readSource } from '../pageFacts/pageFacts.queries.ts'

/** All that the page of an order is made of, with the windows that its customer may choose. */
export async function readOffered(db: Db, id: string): Promise<PageSource> {
  const source = await readSource(db, id)
  return { ...source, windows: await offeredOf(db, source.order, source.windows) }
}

/** Of free windows those that do not end before the shop would promise the order now, or has promised it. */
export async function offeredOf(db: Db, order: PageFacts, free: ArrivalWindow[]): Promise<ArrivalWindow[]> {
  if (free.length === 0) return free
  const { color, pickup, printed } = order
  const facts = await readFacts(db)
  // What waits to be printed has its own sides in it already; printed, it waits for nothing.
  const left = printed === 'all' ? { ...facts, waiting: 0, waiting_in_color: 0 } : facts
  const proposal = Date.parse(propose({ sides: 0, color: color !== 'bw', pickup }, left).promised_at)
  const soonest = Math.min(proposal, order.promised_at === null ? proposal : Date.parse(order.promised_at))
  return free.filter(({ promised_at }) => Date.parse(promised_at) >= soonest)
}
