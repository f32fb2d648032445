import type { Ordering } from '@our-print/contract/paging.ts'
import type {
  createStockItem,
  StockItem,
  StockKind,
  stockOrderings,
  updateStockItem,
} from '@our-print/contract/printing/stock.ts'
import { daysOfUse } from '@our-print/contract/printing/stock.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'

type Filter = {
  query?: string
  kind?: StockKind
  is_active?: boolean
  is_low?: boolean
  ordering?: Ordering<(typeof stockOrderings)[number]>
}

/** How much is left, in words. */
export const level = (db: Db) => db`
  case when i.amount <= 0 then 'out' when i.amount <= i.low_at then 'low' else 'enough' end`

const columns = (db: Db) => db`
  i.id, i.kind, i.name, i.paper_size, i.weight, i.is_default, i.printer_id as printer,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as printer_data,
  i.color_only, i.pack_size, i.low_at, i.amount, ${level(db)} as level, (i.unit_cost / 100)::float8 as unit_cost,
  u.used::bigint as used_recently,
  case when u.used > 0 then floor(greatest(i.amount, 0) * u.days / u.used)::bigint end as days_left,
  i.is_active, i.created_at, i.version`

const joined = (db: Db) => db`
  stock_items i left join printers p on p.id = i.printer_id
  cross join lateral (
    -- What is used for a week only has not been used for a month.
    select coalesce(sum(f.used) filter (where f.starts > t.today - ${daysOfUse}::int), 0) as used,
      least(${daysOfUse}::int, max(t.today) - min(f.starts) + 1) as days
    from stock_use_figures f cross join (select shop_day(now()) as today) t
    where f.item_id = i.id and f.period = 'day') u`

const where = (db: Db, { query, kind, is_active, is_low }: Filter) => db`where true
  ${kind === undefined ? db`` : db`and i.kind = ${kind}`}
  ${is_active === undefined ? db`` : db`and i.is_active = ${is_active}`}
  ${is_low === undefined ? db`` : db`and (i.is_active and i.amount <= i.low_at) = ${is_low}`}
  ${query ? db`and ${contains(db, db`search_text(i.name || E'\n' || coalesce(p.name, ''))`, query)}` : db``}`

export const { select, list } = defineList<Filter, StockItem>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: db`stock_items i left join printers p on p.id = i.printer_id`,
  where: where(db, filter),
  id: db`i.id`,
  sequence: sequenceOf(
    filter.ordering,
    { name: db`fold_text(i.name) collate "C"`, amount: db`i.amount`, created_at: db`i.created_at` },
    db`i.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<StockItem> {
  const [item] = await db<StockItem[]>`select ${columns(db)} from ${joined(db)} where i.id = ${id}`
  if (!item) throw notFound('Stock item')
  return item
}

type NewItem = z.output<typeof createStockItem.schema.body>

/** Creates a stock item; the first active paper of a size becomes its default. */
export async function create(db: Db, item: NewItem): Promise<StockItem> {
  checkKind(item)
  if (item.printer) await checkPrinter(db, item.printer)
  const isDefault = item.kind === 'paper' && item.is_active && (await takesDefault(db, item))
  const { printer, ...fields } = item
  const [row] = await db<[{ id: string }]>`
    insert into stock_items ${db({ ...fields, printer_id: printer, is_default: isDefault })} returning id`
  return get(db, row.id)
}

/** Whether a new paper becomes the default of its size: it was chosen, which ends the old one, or there is none. */
async function takesDefault(
  db: Db,
  { paper_size, is_default }: Pick<NewItem, 'paper_size' | 'is_default'>,
): Promise<boolean> {
  // Two papers that become the default at once would violate the unique index.
  await db`select pg_advisory_xact_lock(hashtext('stock default'))`
  if (is_default) {
    await db`update stock_items set version = version + 1, is_default = false where paper_size = ${paper_size} and is_default`
    return true
  }
  const [known] = await db`select 1 from stock_items where paper_size = ${paper_size} and is_default`
  return !known
}

type Patch = z.output<typeof updateStockItem.schema.body>

/** Updates a stock item. Its amount and what follows from it may be sent back, and are ignored: each job changes them. */
export async function update(db: Db, id: string, patch: Patch): Promise<StockItem> {
  const current = await lockRecord(db, { table: 'stock_items', name: 'Stock item', get }, id, patch.version)
  refuseChangedFields({ id: patch.id, kind: patch.kind, created_at: patch.created_at }, current)
  const { name, paper_size, weight, is_default, color_only, pack_size, low_at, is_active, printer } = patch
  const changed: Partial<StockItem> = changedFields(
    { name, paper_size, weight, is_default, color_only, pack_size, low_at, is_active, printer },
    current,
  )
  const wanted = { ...current, ...changed }
  // Toner whose printer was deleted has none until somebody names another one.
  checkKind(wanted, current.printer === null)
  if (changed.printer) await checkPrinter(db, changed.printer)
  // What is no longer bought is no longer the default.
  const isDefault = wanted.is_active && wanted.is_default
  if (isDefault && (changed.is_default || changed.paper_size || changed.is_active))
    await takesDefault(db, wanted)
  if (isDefault !== current.is_default) changed.is_default = isDefault
  else delete changed.is_default
  const { printer: printer_id, ...columns } = changed
  const row = { ...columns, ...(printer_id !== undefined && { printer_id }) }
  if (Object.keys(row).length === 0) return current
  await db`update stock_items set version = version + 1, ${db(row)} where id = ${id}`
  return get(db, id)
}

function checkKind(
  { kind, ...item }: Pick<StockItem, 'kind' | 'paper_size' | 'printer'> & Partial<StockItem>,
  mayLackPrinter = false,
) {
  if (kind === 'paper') {
    if (item.paper_size === null) throw invalid('paper_size', 'Choose the size of the paper')
    if (item.printer !== null) throw invalid('printer', 'Paper belongs to no printer')
    if (item.color_only) throw invalid('color_only', 'This is for toner only')
    return
  }
  if (item.printer === null && !mayLackPrinter) throw invalid('printer', 'Choose the printer of the toner')
  if (item.paper_size !== null) throw invalid('paper_size', 'Toner has no paper size')
  if (item.weight) throw invalid('weight', 'This is for paper only')
  if (item.is_default) throw invalid('is_default', 'This is for paper only')
}

async function checkPrinter(db: Db, id: string): Promise<void> {
  const [printer] = await db`select 1 from printers where id = ${id}`
  if (!printer) throw invalid('printer', 'There is no such printer')
}

/** Deletes an item that was never used. */
export async function remove(db: Db, id: string): Promise<void> {
  const [item] = await db<{ entries: number }[]>`select entries from stock_items where id = ${id} for update`
  if (!item) throw notFound('Stock item')
  if (item.entries > 0) {
    throw conflict('This item has a history and cannot be deleted. Deactivate it instead.', 'in_use')
  }
  await db`delete from stock_items where id = ${id}`
}
