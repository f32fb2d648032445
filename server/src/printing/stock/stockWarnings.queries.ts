import type { StockWarning } from '@our-print/contract/printing/stock.ts'
import type { Db } from '../../base/database/db.ts'
import { level } from './stock.queries.ts'

type Needed = { paper_size?: string; printer?: string; sheets?: number }
type Item = Omit<StockWarning, 'message'>

/**
 * Active items at or below their mark, the emptiest first. With a paper size or a printer only what its jobs use: then
 * paper that is too little for so many sheets is one, too.
 */
export async function listWarnings(db: Db, { paper_size, printer, sheets }: Needed): Promise<StockWarning[]> {
  const chosen = paper_size !== undefined || printer !== undefined
  const items = await db<Item[]>`
    select i.id, i.kind, i.name, i.paper_size, i.printer_id as printer, i.amount, i.low_at, ${level(db)} as level
    from stock_items i
    where i.is_active
      ${
        chosen
          ? db`and (i.id = paper_of_size(${paper_size ?? null}) or i.printer_id = ${printer ?? null})`
          : db``
      }
      and i.amount <= greatest(i.low_at, case when i.kind = 'paper' then ${(sheets ?? 0) - 1}::bigint else 0 end)
    order by i.amount::float8 / greatest(i.low_at, 1), i.id limit 50`
  return items.map((item) => ({ ...item, message: sentenceOf(item, sheets) }))
}

const number = new Intl.NumberFormat('en-IN')

function sentenceOf({ kind, name, amount }: Item, sheets: number | undefined): string {
  const left = kind === 'paper' ? 'sheets' : 'sides'
  if (amount < 0) return `${name}: jobs used more than was entered. Count what is there.`
  if (amount === 0) return `${name}: none left.`
  if (kind === 'paper' && sheets !== undefined && sheets > amount) {
    return `${name}: ${number.format(amount)} sheets left, and this needs ${number.format(sheets)}.`
  }
  return `${name}: only ${number.format(amount)} ${left} left.`
}
