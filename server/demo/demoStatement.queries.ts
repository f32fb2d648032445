import { hash } from 'node:crypto'
import type { Transaction } from '../src/base/database/db.ts'
import { importFile } from '../src/money/statements/importStatement.ts'
import { readShape } from '../src/money/statements/readStatement.ts'

/** A payment by UPI as the bank says it. */
type Transfer = {
  day: string
  day_after: string
  amount: number
  reference: string
  payer: string
  /** How many payments have this amount. */
  same: number
}

/** Of some weeks, until the day before yesterday; a big shop has a shorter statement. */
const listTransfers = (tx: Transaction) => tx<Transfer[]>`
  select to_char(day, 'DD/MM/YYYY') as day, to_char(day + 1, 'DD/MM/YYYY') as day_after, amount::float8 as amount, reference,
    upper(trim(first_name || ' ' || last_name)) as payer, same::int as same
  from (
    select p.*, shop_day(p.happened_at) as day, max(shop_day(p.happened_at)) over () as last,
      count(*) over (partition by amount) as same
    from payments p where method = 'upi') p
  join users u on u.id = p.user_id
  where day between last - 25 and last - 2
  order by day, p.id limit 2000`

type Line = [day: string, narration: string, utr: string, credit: number | null, debit: number | null]

/**
 * What the bank says of the payments by UPI: two of them it does not know, of one it is not sure, and three lines are no payment
 * that somebody has taken.
 */
export async function importBankStatement(tx: Transaction, admin: string): Promise<void> {
  const transfers = await listTransfers(tx)
  const between = transfers.slice(1, -1)
  const unsure = between.find(({ same }) => same === 1)
  const [first, last] = [transfers[0], transfers.at(-1)]
  if (!first || !last || !unsure) return
  const unknown = new Set(between.filter((each) => each !== unsure).slice(0, 2))
  const lines = transfers
    .filter((each) => each !== unsure && !unknown.has(each))
    .map(({ day, payer, reference, amount }): Line => [day, `UPI/${payer}`, reference, amount, null])
  lines.push(
    [unsure.day_after, `UPI/${unsure.payer}`, '', unsure.amount, null],
    [first.day, 'UPI/K RAMESH/old bill', '', 1234_56, null],
    [last.day, 'Charges for UPI with GST', '', null, 17_70],
    [last.day, 'Interest', '', 41_03, null],
  )
  const content = Buffer.from(['Date,Narration,UTR No.,Credit,Debit', ...lines.map(write)].join('\n'))
  const file = { name: 'demobank-upi.csv', content, size: content.length, sha256: hash('sha256', content) }
  const shape = await readShape(content, {}, undefined)
  const actor = { id: admin, email: '', full_name: '', is_superuser: true }
  await importFile(tx, file, shape, actor, { method: 'upi', month_first: false })
}

const write = ([day, narration, utr, credit, debit]: Line) =>
  [day, `"${narration}"`, utr, inRupees(credit), inRupees(debit)].join(',')

const inRupees = (paise: number | null) => (paise === null ? '' : (paise / 100).toFixed(2))
