import { readScanned } from '@our-print/contract/orders/scannedText.ts'
import type { Db } from '../base/database/db.ts'

/** How a ticket, or a person who types, names an order. */
export type NamedOrder = { order: string; ticket?: string } | { number: number }

/** What a scanned or typed text names, if that is an order. */
export function readNamed(code: string): NamedOrder | undefined {
  const named = readScanned(code)
  return named && 'place' in named ? undefined : named
}

export const isNamed = (db: Db, named: NamedOrder) =>
  'order' in named ? db`o.id = ${named.order}` : db`o.number = ${named.number}`

/** The id of an order, whoever has it. */
export async function findNamed(db: Db, named: NamedOrder | undefined): Promise<string | null> {
  if (!named) return null
  const [found] = await db<{ id: string }[]>`select o.id from orders o where ${isNamed(db, named)}`
  return found?.id ?? null
}
