import { amountSign } from '@our-print/contract/money/currency.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { type createStockEntry, mostOfOne, type StockEntry } from '@our-print/contract/printing/stock.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'

type Filter = { item: string; query?: string; by_hand?: boolean; ordering?: Ordering }

const columns = (db: Db) => db`
  e.id, e.at, e.kind, e.quantity, e.price / 100.0::float8 as price, e.balance, (e.unit_cost / 100)::float8 as unit_cost,
  e.reason, e.print_job, j.number as job_number, o.id as "order", o.number as order_number, s.full_name as by`

const joined = (db: Db) => db`
  stock_entries e left join print_jobs j on j.id = e.print_job left join orders o on o.id = j.order_id
  left join staff_users s on s.id = e.by`

// Only people give reasons, and their entries have an index of their own.
const where = (db: Db, { item, query, by_hand }: Filter) => db`where e.item_id = ${item}
  ${by_hand || query ? db`and e.kind <> 'use'` : by_hand === false ? db`and e.kind = 'use'` : db``}
  ${query ? db`and ${contains(db, db`search_text(e.reason)`, query)}` : db``}`

export const { select, list } = defineList<Filter, StockEntry>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: db`stock_entries e`,
  where: where(db, filter),
  counted: countEntries(db, filter),
  id: db`e.id`,
  // The place in the ledger is the order of creation.
  sequence: sequenceOf(filter.ordering, {}, db`e.place`, '-id'),
}))

/** The number of entries: all are counted with the item, and of people's there are few. */
const countEntries = (db: Db, filter: Filter) => {
  const { item, query, by_hand } = filter
  const byHand = db`(select count(*) from stock_entries e where e.item_id = ${item} and e.kind <> 'use')`
  if (by_hand || query) return countOf(db, db`stock_entries e ${where(db, filter)}`)
  const uses = by_hand === false ? db`- ${byHand}` : db``
  return db`select coalesce((select entries from stock_items where id = ${item}), 0)::int ${uses}::int as count`
}

type Entry = z.output<typeof createStockEntry.schema.body>

/** Enters a delivery, or what a person counted. The item is locked, so nothing is used between the count and its entry. */
export async function create(db: Db, item: string, entry: Entry, by: string): Promise<StockEntry> {
  const [locked] = await db<{ amount: number; is_active: boolean }[]>`
    select amount, is_active from stock_items where id = ${item} for no key update`
  if (!locked) throw notFound('Stock item')
  if (entry.kind === 'delivery' && !locked.is_active) {
    throw conflict('This item is not in use. Activate it before you enter a delivery.')
  }
  if (entry.kind === 'delivery' && entry.price > entry.quantity * mostOfOne)
    throw invalid(
      'price',
      `At most ${amountSign()}${mostOfOne.toLocaleString('en-IN')} for one sheet or side`,
    )
  const row =
    entry.kind === 'delivery'
      ? { kind: entry.kind, quantity: entry.quantity, price: toPaise(entry.price), reason: entry.reason }
      : {
          kind: entry.kind,
          quantity: entry.counted - locked.amount,
          reason: entry.reason,
          ...(entry.unit_cost !== undefined && { unit_cost: (entry.unit_cost * 100).toFixed(6) }),
        }
  const [created] = await db<[{ id: string }]>`
    insert into stock_entries ${db({ item_id: item, by, ...row })} returning id`
  const [found] = await db<[StockEntry]>`select ${columns(db)} from ${joined(db)} where e.id = ${created.id}`
  return found
}
