import type { StatementCounts } from '@our-print/contract/money/statements.ts'
import { required } from '@our-print/contract/values.ts'
import { type Db, type Fragment, type Transaction, violatedConstraint } from '../../base/database/db.ts'
import { checkVersion } from '../../base/database/versions.ts'
import { conflict, invalid, notFound, unprocessable } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import * as statements from './statementLines.queries.ts'

/** Days by which the bank may be earlier or later than whoever entered a payment. */
const mostDaysApart = 3

/** Keeps others from matching lines of a method until the transaction ends. */
export const lockMethod = (tx: Db, method: string) => tx`
  select pg_advisory_xact_lock(hashtext('statements ' || ${method}))`

/** The same of the method of a statement, which is named. */
export async function lockMethodOf(tx: Db, statement: string): Promise<string> {
  const [known] = await tx<{ method: string }[]>`select method from statements where id = ${statement}`
  if (!known) throw notFound('Statement')
  await lockMethod(tx, known.method)
  return known.method
}

/** Condition: a payment `p` undoes none, and none undoes it. */
const stands = (db: Db) => db`
  p.reverses is null and not exists (select from payments r where r.reverses = p.id)`

/** `and …` for payments that stand, of days of which there are statements of their method, and whether one has them. */
export const inStatement = (db: Db, isIn: boolean) => db`
  and ${stands(db)}
  and exists (
    select from (
      select method, (select min(l.day) from statement_lines l where l.method = y.method) as first,
        (select max(l.day) from statement_lines l where l.method = y.method) as last
      from statement_layouts y) s
    where s.method = p.method and p.happened_at >= day_start(s.first) and p.happened_at < day_start(s.last + 1))
  and ${isIn ? db`` : db`not`} exists (select from statement_lines l where l.payment_id = p.id and l.state = 'matched')`

/** `and …` for payments that a line of a statement may be: of its method and amount, and of no other line. */
export const couldBe = (db: Db, line: string) => db`
  and (p.method, p.amount) = (select l.method, l.amount from statement_lines l where l.id = ${line})
  and ${stands(db)}
  and not exists (select from statement_lines l where l.payment_id = p.id and l.state = 'matched')`

/**
 * Matches open lines of a locked method to its payments: by reference, then where one line and one payment of the same amount
 * are alone on a day. Of the others each gets as a proposal a payment of its amount some days around.
 */
export async function matchLines(tx: Transaction, actor: Actor, method: string): Promise<void> {
  await tx`
    create temp table open_lines on commit drop as
    select id, day, amount, reference, text, state, payment_id, not_payments from statement_lines
    where method = ${method} and state in ('open', 'proposed')`
  await tx`analyze open_lines`
  await tx`
    create temp table open_payments on commit drop as
    select p.id, p.amount, p.reference, shop_day(p.happened_at) as day, o.number as order_number
    from payments p left join orders o on o.id = p.order_id
    where p.method = ${method} and ${stands(tx)}
      and p.happened_at >= day_start((select min(day) from open_lines) - 40)
      and p.happened_at < day_start((select max(day) from open_lines) + 40)
      and not exists (select from statement_lines l where l.payment_id = p.id and l.state <> 'proposed')`
  // A reversal locks its payment, too: one that is under way ends first, and a later one waits until its line is there to free.
  await tx`
    select count(*) from (
      select from payments p join open_payments o on o.id = p.id order by p.id for share of p) locked`
  await tx`delete from open_payments o using payments r where r.reverses = o.id`
  await tx`analyze open_payments`
  await tx`create temp table found_pairs (line uuid, payment uuid) on commit drop`
  // Neither a million entries in the audit nor a million events: the statement itself has one of each.
  await setVoice(tx, '', true)
  await byReference(tx)
  await apply(tx, 'matched')
  await byDay(tx)
  await apply(tx, 'matched')
  for (const apart of [0, mostDaysApart]) {
    await proposeNear(tx, apart)
    await apply(tx, 'proposed')
  }
  await setVoice(tx, actor.id, false)
}

const setVoice = (tx: Transaction, actor: string, isQuiet: boolean) => tx`
  select set_config('our_print.actor', ${actor}, true), set_config('our_print.quiet', ${isQuiet ? 'on' : ''}, true)`

/** Condition: nobody has said that a line is not the payment `p`. */
const isFree = (tx: Transaction, line: Fragment) => tx`p.id <> all(${line}.not_payments)`

/** The reference of a payment is that of a line or a word of its text, or its text names the order. */
function byReference(tx: Transaction) {
  // Banks fill a reference with zeros, and apps show it in groups.
  const plain = (reference: Fragment) =>
    tx`ltrim(regexp_replace(lower(${reference}), '[^[:alnum:]]+', '', 'g'), '0')`
  return tx`
  insert into found_pairs
  with words as (
    select l.id, l.amount, l.not_payments, word from open_lines l
    cross join lateral (
      select ${plain(tx`l.reference`)} as word where l.reference <> ''
      union select ltrim(lower(w), '0') from regexp_split_to_table(l.reference || ' ' || l.text, '[^[:alnum:]]+') w where length(w) >= 6) w),
  pairs as (
    select w.id, p.id as payment from words w
    join open_payments p on ${plain(tx`p.reference`)} = w.word and w.word <> '' and p.amount = w.amount
      and ${isFree(tx, tx`w`)}
    union
    select l.id, p.id from open_lines l
    join open_payments p on p.order_number = (regexp_match(l.text, 'order\\W{0,3}(\\d{1,9})', 'i'))[1]::int
      and p.amount = l.amount and p.reference is null and ${isFree(tx, tx`l`)})
  select id, payment from (
    select *, count(*) over (partition by id) as of_line, count(*) over (partition by payment) as of_payment from pairs) one
  where of_line = 1 and of_payment = 1`
}

/** Two references that differ are of two movements, also of the same amount. */
const byDay = (tx: Transaction) => tx`
  insert into found_pairs
  select l.id, p.id
  from (select *, count(*) over (partition by day, amount) as same from open_lines) l
  join (select *, count(*) over (partition by day, amount) as same from open_payments) p
    on (p.day, p.amount) = (l.day, l.amount)
  where l.same = 1 and p.same = 1 and (l.reference = '' or p.reference is null)
    and ${isFree(tx, tx`l`)}`

/** Lines and payments of one amount, in the sequence of their days. What is proposed already stays. */
const proposeNear = (tx: Transaction, apart: number) => tx`
  insert into found_pairs
  select l.id, p.id
  from (
    select id, day, amount, not_payments, row_number() over (
      partition by amount, case when ${apart} = 0 then day end order by day, id) as nth
    from open_lines where state = 'open') l
  join (
    select id, day, amount, row_number() over (
      partition by amount, case when ${apart} = 0 then day end order by day, id) as nth
    from open_payments p where not exists (select from open_lines o where o.payment_id = p.id)) p
    on (p.amount, p.nth) = (l.amount, l.nth) and abs(p.day - l.day) <= ${apart} and ${isFree(tx, tx`l`)}`

/** Gives lines the payments that were found; a match takes a payment from the line for which it was proposed. */
async function apply(tx: Transaction, state: 'matched' | 'proposed'): Promise<void> {
  await tx`
    with freed as (
      update open_lines o set state = 'open', payment_id = null
      from found_pairs f where f.payment = o.payment_id and f.line <> o.id returning o.id)
    update statement_lines l set version = version + 1, state = 'open', payment_id = null
    from freed where freed.id = l.id`
  await tx`
    update statement_lines l set version = version + 1, state = ${state}, payment_id = f.payment, matched_by = null
    from found_pairs f where f.line = l.id`
  if (state === 'matched') {
    await tx`delete from open_lines o using found_pairs f where f.line = o.id`
    await tx`delete from open_payments p using found_pairs f where f.payment = p.id`
  } else {
    await tx`
      update open_lines o set state = 'proposed', payment_id = f.payment from found_pairs f where f.line = o.id`
  }
  await tx`truncate found_pairs`
}

export async function countStates(db: Db, method: string): Promise<StatementCounts> {
  const [counts] = await db<[StatementCounts]>`
    select (count(*) filter (where state = 'matched'))::int as matched,
      (count(*) filter (where state = 'proposed'))::int as proposed, (count(*) filter (where state = 'open'))::int as open
    from statement_lines where method = ${method}`
  return counts
}

type Locked = {
  id: string
  state: string
  method: string
  amount: number
  payment_id: string | null
  version: number
}

/** Locks a line, after whoever matches lines of its method: both may take a proposal from another line. */
async function lock(db: Db, id: string, version: number | undefined): Promise<Locked> {
  const [known] = await db<{ method: string }[]>`select method from statement_lines where id = ${id}`
  if (!known) throw notFound('Line of a statement')
  await lockMethod(db, known.method)
  const [line] = await db<Locked[]>`
    select id, state, method, amount::float8 as amount, payment_id, version from statement_lines where id = ${id} for no key update`
  // Its statement was taken back meanwhile.
  if (!line) throw notFound('Line of a statement')
  await checkVersion('This line', version, line, () => statements.get(db, id))
  return line
}

function refuseDecided({ state }: Locked): void {
  if (state === 'matched' || state === 'set_aside')
    throw conflict('This line is decided already. Undo that first.', 'not_allowed')
}

/** Says which payment a line is. */
export async function match(
  db: Db,
  actor: Actor,
  id: string,
  named: string | undefined,
  version: number | undefined,
): Promise<void> {
  const line = await lock(db, id, version)
  refuseDecided(line)
  const payment = named ?? line.payment_id
  if (payment === null) throw invalid('payment', required)
  await db`select from payments where id = ${payment} for share`
  const [found] = await db<{ method: string; amount: number; stands: boolean }[]>`
    select p.method, p.amount::float8 as amount, ${stands(db)} as stands from payments p where p.id = ${payment}`
  if (!found) throw unprocessable('payment', 'This payment does not exist')
  if (!found.stands) throw unprocessable('payment', 'This payment was reversed')
  if (found.method !== line.method || found.amount !== line.amount)
    throw unprocessable('payment', 'This payment has another method or amount')
  // It may be proposed for another line.
  await db`
    update statement_lines set version = version + 1, state = 'open', payment_id = null
    where payment_id = ${payment} and state = 'proposed' and id <> ${id}`
  try {
    await db`
      update statement_lines set version = version + 1, state = 'matched', payment_id = ${payment}, matched_by = ${actor.id},
        not_payments = array_remove(not_payments, ${payment}::uuid)
      where id = ${id}`
  } catch (error) {
    if (violatedConstraint(error) !== 'statement_lines_one_of_payment') throw error
    throw conflict('This payment is another line of a statement already.', 'matched')
  }
}

/** Says that a line is no payment. */
export async function setAside(
  db: Db,
  actor: Actor,
  id: string,
  note: string,
  version: number | undefined,
): Promise<void> {
  const line = await lock(db, id, version)
  refuseDecided(line)
  await db`
    update statement_lines set version = version + 1, state = 'set_aside', payment_id = null, note = ${note},
      matched_by = ${actor.id}
    where id = ${id}`
}

/** Undoes what was decided of a line; it is not matched to the same payment again but by a person. */
export async function reopen(db: Db, id: string, version: number | undefined): Promise<void> {
  const line = await lock(db, id, version)
  if (line.state === 'open') throw conflict('This line is open.', 'not_allowed')
  await db`
    update statement_lines set version = version + 1, state = 'open', payment_id = null, note = '', matched_by = null,
      not_payments = not_payments || array_remove(array[payment_id], null)
    where id = ${id}`
}

/** A payment that is reversed is no line of a statement any more: the line waits for the right one. */
export const release = (db: Db, payment: string) => db`
  update statement_lines set version = version + 1, state = 'open', payment_id = null, matched_by = null
  where payment_id = ${payment}`
