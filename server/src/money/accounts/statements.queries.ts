import type { Statement } from '@our-print/contract/money/accounts.ts'
import type { AccountKind } from '@our-print/contract/money/paymentTerms.ts'
import { monthUntil, timeInJson } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { invalid, notFound } from '../../base/http/problem.ts'
import { charges } from './charges.queries.ts'

/** Whose statement, of which days; by default the last 30. */
export type Asked = {
  id: string
  kind: AccountKind
  from_date?: string | undefined
  to_date?: string | undefined
}

type Head = Pick<Statement, 'name' | 'from_date' | 'to_date'>

/** The holder's name, and the days; 404 without such a customer or company. */
export async function getHead(db: Db, { id, kind, from_date, to_date }: Asked): Promise<Head> {
  const [head] = await db<(Head & { days: number })[]>`
    select n.name, d.from_date, d.to_date, d.to_date - d.from_date + 1 as days
    from (${
      kind === 'client'
        ? db`select name from live_clients where id = ${id}`
        : db`select trim(first_name || ' ' || last_name) as name from users where id = ${id}`
    }) n,
      (select coalesce(${from_date ?? null}::date, ${monthUntil(db, db`t.last`)}) as from_date, t.last as to_date
        from (select coalesce(${to_date ?? null}::date, shop_day(now())) as last) t) d`
  if (!head) throw notFound(kind === 'client' ? 'Company' : 'Customer')
  const { days, ...found } = head
  if (days < 1) throw invalid('to_date', 'The end is before the start')
  if (days > 731) throw invalid('from_date', 'At most two years at once')
  return found
}

const ofHolder = (db: Db, { id, kind }: Asked, row: 'o' | 'p') =>
  kind === 'client'
    ? db`${db(row)}.client_id = ${id}`
    : db`${db(row)}.client_id is null and ${db(row)}.user_id = ${id}`

/** Payments as entries; `amount` is above zero where it adds to what is owed. */
const paid = (db: Db, amount: Fragment, where: Fragment) => db`
  select p.happened_at, 4, case when ${amount} < 0 then 'payment' else 'refund' end, p.order_id, o.number, p.number,
    p.note, p.method, p.reference, ${amount}
  from payments p left join orders o on o.id = p.order_id where ${where}`

/**
 * All that somebody was charged and paid, in paise. What an order takes from the account was paid to the account before, so it
 * is no payment here. What was paid for an order counts for whom it is now, also where somebody else paid it: what it took from
 * their account is gone from that.
 */
const entries = (db: Db, asked: Asked) => db`
  (${charges(db, ofHolder(db, asked, 'o'))})
  union all
  ${paid(db, db`-p.amount`, db`p.order_id is null and ${ofHolder(db, asked, 'p')}`)}
  union all
  ${paid(db, db`-p.amount`, db`${ofHolder(db, asked, 'o')} and (p.method <> 'account' or (${ofHolder(db, asked, 'p')}) is not true)`)}
  union all
  ${paid(db, db`p.amount`, db`${ofHolder(db, asked, 'p')} and p.method = 'account' and (${ofHolder(db, asked, 'o')}) is not true`)}`

/** The lines of a statement, each as `json`, from the opening to the closing balance. */
export const selectLines = (db: Db, asked: Asked, { from_date, to_date }: Head) => db`
  with entries as materialized (${entries(db, asked)}),
  opening as (
    select coalesce(sum(amount), 0) as amount from entries where at < (select day_start(${from_date}::date))),
  shown as (
    select * from entries where at >= (select day_start(${from_date}::date))
      and at < (select day_start(${to_date}::date + 1))),
  lines as (
    select 1 as part, null::timestamptz as at, 0 as sequence, 'opening' as kind, null::uuid as "order", null::bigint as order_number,
      null::bigint as payment_number, '' as text, null as method, null as reference, null::bigint as amount,
      (select amount from opening) as balance
    union all
    select 2, s.*, (select amount from opening) + sum(s.amount)
      over (order by at, sequence, order_number, payment_number, reference rows unbounded preceding) from shown s
    union all
    select 3, null, 0, 'closing', null, null, null, '', null, null, null,
      (select amount from opening) + coalesce((select sum(amount) from shown), 0))
  select json_build_object('at', ${timeInJson(db, db`at`)}, 'kind', kind, 'order', "order", 'order_number', order_number,
    'payment_number', payment_number, 'text', text, 'method', method, 'reference', reference,
    'amount', amount / 100.0::float8, 'balance', balance / 100.0::float8, 'day', shop_day(at))::text as json
  from lines order by part, at, sequence, order_number, payment_number`

export async function get(db: Db, asked: Asked): Promise<Statement> {
  const head = await getHead(db, asked)
  const rows = await db<{ json: string }[]>`${selectLines(db, asked, head)}`
  const lines = rows.map(({ json }) => JSON.parse(json) as Statement['lines'][number])
  const [opening, closing] = [lines[0]?.balance ?? 0, lines.at(-1)?.balance ?? 0]
  return { id: asked.id, kind: asked.kind, ...head, opening, closing, lines }
}
