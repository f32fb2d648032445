import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Statement, StatementLine } from '@our-print/contract/money/statements.ts'
import type { StatementFilter } from '@our-print/contract/money/statementTerms.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { DayRange } from '../../base/database/days.ts'
import type { Db, Transaction } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import type { Layout } from './statementColumns.ts'

type Remembered = { columns: Layout; month_first: boolean }

/** How the last statement of a method looked. */
export async function findLayout(db: Db, method: string): Promise<Remembered | undefined> {
  const [known] = await db<Remembered[]>`
    select columns, month_first from statement_layouts where method = ${method}`
  return known
}

/** Remembers how the statements of a method look; columns of other files of it stay known. */
export const keepLayout = (db: Db, method: string, columns: Layout, month_first: boolean) => db`
  insert into statement_layouts as l (method, columns, month_first)
  values (${method}, ${db.json(columns)}, ${month_first})
  on conflict (method) do update set columns = l.columns || excluded.columns, month_first = excluded.month_first
  where (l.columns || excluded.columns, excluded.month_first) is distinct from (l.columns, l.month_first)`

/** Copies lines in COPY's text format to a temporary table of this transaction. */
export async function copyToStaging(tx: Transaction, lines: AsyncIterable<string>): Promise<void> {
  await tx`
    create temp table read_lines (
      line int not null, day date, amount bigint, reference text not null, text text not null, reason text) on commit drop`
  const copy = await tx`
    copy read_lines (line, day, amount, reference, text, reason) from stdin`.writable()
  await pipeline(Readable.from(lines, { objectMode: false }), copy)
  // Autovacuum does not analyze temporary tables.
  await tx`analyze read_lines`
}

type Counts = Pick<Statement, 'added' | 'known' | 'skipped_count'>

/** Counts what is new: a line is known by all that it says, and by how many of the same come before it in the file. */
export async function countLines(tx: Transaction, method: string): Promise<Counts> {
  await tx`select set_config('work_mem', '64MB', true)`
  await tx`
    create temp table new_lines on commit drop as
    select n.line, n.day, n.amount, n.reference, n.text, n.nth from (
      select line, day, amount, reference, text,
        row_number() over (partition by day, amount, reference, text order by line)::int as nth
      from read_lines where reason is null) n
    where not exists (
      select from statement_lines l
      where (l.method, l.day, l.amount, l.reference, l.text, l.nth) = (${method}, n.day, n.amount, n.reference, n.text, n.nth))`
  const [counts] = await tx<[Counts]>`
    select (select count(*) from new_lines)::int as added, count(reason)::int as skipped_count,
      (count(*) - count(reason) - (select count(*) from new_lines))::int as known
    from read_lines`
  return counts
}

export const listFirstSkipped = (tx: Transaction, most: number) => tx<Statement['skipped']>`
  select line, text, reason from read_lines where reason is not null order by line limit ${most}`

type NewStatement = {
  id: string
  method: string
  file_name: string
  sha256: string
  by: string
  added: number
  known: number
}

/** Keeps a statement with its new lines. */
export async function add(tx: Transaction, statement: NewStatement): Promise<void> {
  await tx`insert into statements ${tx(statement)}`
  await tx`
    insert into statement_lines (statement_id, method, day, amount, reference, text, nth)
    select ${statement.id}, ${statement.method}, day, amount, reference, text, nth from new_lines order by line`
  // Plans would use the statistics of an empty table until autovacuum runs.
  if (statement.added >= 1000) await tx`analyze statement_lines`
}

/** Takes a statement back with the lines that it added, and answers how many; its method is locked. */
export async function takeBack(db: Db, id: string, by: string): Promise<number> {
  const taken = await db`
    update statements set taken_back_at = now(), taken_back_by = ${by} where id = ${id} and taken_back_at is null returning 1`
  if (taken.length === 0) throw conflict('This statement is taken back already.', 'taken_back')
  return (await db`delete from statement_lines where statement_id = ${id}`).count
}

const columns = (db: Db) => db`
  l.id, l.method, l.day, l.amount / 100.0::float8 as amount, l.reference, l.text, l.statement_id as statement, t.file_name, l.state, l.payment_id as payment,
  p.number as payment_number, coalesce(c.name, trim(u.first_name || ' ' || u.last_name)) as payer,
  o.number as order_number, l.note, m.full_name as matched_by_name, t.at, l.version`

const joined = (db: Db) => db`
  statement_lines l join statements t on t.id = l.statement_id left join payments p on p.id = l.payment_id
  left join orders o on o.id = p.order_id left join users u on u.id = p.user_id left join clients c on c.id = p.client_id
  left join staff_users m on m.id = l.matched_by`

type Filter = DayRange & {
  state?: StatementFilter
  method?: string
  query?: string
  ordering?: Ordering<'day' | 'amount'>
}

const searched = (db: Db) => db`search_text(concat_ws(E'\n', l.reference, l.text, l.note, p.number))`

export const { select, list } = defineList<Filter, StatementLine>(
  (db, { state, method, query, ordering, from_date, to_date }) => ({
    select: db`select ${columns(db)} from ${joined(db)}`,
    from: query ? db`statement_lines l left join payments p on p.id = l.payment_id` : db`statement_lines l`,
    where: db`where true
    ${state === 'todo' ? db`and l.state in ('open', 'proposed')` : state ? db`and l.state = ${state}` : db``}
    ${method ? db`and l.method = ${method}` : db``}
    ${from_date ? db`and l.day >= ${from_date}` : db``}
    ${to_date ? db`and l.day <= ${to_date}` : db``}
    ${query ? db`and ${contains(db, searched(db), query)}` : db``}`,
    id: db`l.id`,
    sequence: sequenceOf(ordering, { day: db`l.day`, amount: db`l.amount` }, db`l.id`, '-day'),
  }),
)

export async function get(db: Db, id: string): Promise<StatementLine> {
  const [line] = await db<StatementLine[]>`select ${columns(db)} from ${joined(db)} where l.id = ${id}`
  if (!line) throw notFound('Line of a statement')
  return line
}
