import type { HandOver } from '@our-print/contract/money/cash.ts'
import type { DifferenceKind, HandOverStatus, Notes } from '@our-print/contract/money/cashTerms.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { type DayRange, withinDays } from '../../base/database/days.ts'
import { type Db, type Fragment, violatedConstraint } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, forbidden, notFound, unprocessable } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { tell } from '../../shop/push/tell.queries.ts'
import { addEntry } from './cashEntries.queries.ts'
import { enterDay } from './openDay.queries.ts'

/** Whether the person sees the cash of others, too. */
export const seesCash = (actor: Actor) => can(actor, 'cash') && can(actor, 'prices')

/** What was declared is hidden from all but the holder until it is counted: who counts must not know it. */
const columns = (db: Db, actor: Actor) => {
  const isTold = db`(h.holder = ${actor.id} or h.counted_at is not null)`
  return db`
    h.id, h.number, h.holder, p.full_name as holder_name, h.status, h.declared_at,
    case when ${isTold} then h.declared / 100.0::float8 end as declared,
    case when ${isTold} then h.declared_notes end as declared_notes,
    h.counted / 100.0::float8 as counted, h.counted_notes, h.counted_at, c.full_name as counted_by_name,
    h.expected / 100.0::float8 as expected, (h.counted - h.expected) / 100.0::float8 as difference,
    h.explanation, h.reason, h.explained_at, e.full_name as explained_by_name, h.version`
}

const joined = (db: Db) => db`
  hand_overs h join staff_users p on p.id = h.holder left join staff_users c on c.id = h.counted_by
  left join staff_users e on e.id = h.explained_by`

const isSeen = (db: Db, actor: Actor) => (seesCash(actor) ? db`true` : db`h.holder = ${actor.id}`)

type Filter = DayRange & {
  actor: Actor
  holder?: string
  status?: HandOverStatus
  isOpen?: boolean
  query?: string
  ordering?: Ordering
}

const where = (db: Db, { actor, holder, status, isOpen, query, ...range }: Filter) => db`
  where ${isSeen(db, actor)}
  ${holder ? db`and h.holder = ${holder}` : db``}
  ${status ? db`and h.status = ${status}` : db``}
  ${isOpen ? db`and h.status in ('declared', 'difference')` : db``}
  ${withinDays(db, db`h.declared_at`, range)}
  ${query ? db`and ${contains(db, db`search_text(concat_ws(E'\n', h.number, p.full_name, h.reason))`, query)}` : db``}`

export const { select, list } = defineList<Filter, HandOver>((db, filter) => ({
  select: db`select ${columns(db, filter.actor)} from ${joined(db)}`,
  from: db`hand_overs h join staff_users p on p.id = h.holder`,
  where: where(db, filter),
  id: db`h.id`,
  sequence: sequenceOf(filter.ordering, {}, db`h.id`, '-id'),
}))

/** One hand-over; 404 also where the actor may not see it. */
export async function get(db: Db, actor: Actor, id: string): Promise<HandOver> {
  const [handOver] = await db<HandOver[]>`
    select ${columns(db, actor)} from ${joined(db)} where h.id = ${id} and ${isSeen(db, actor)}`
  if (!handOver) throw notFound('Hand-over')
  return handOver
}

type Hand = { id: string; full_name: string; amount: number }

/** Whose hand-overs wait to be counted, but the actor's own: who counts one must not know what to find. */
export async function hiddenFrom(db: Db, actor: Actor): Promise<Set<string>> {
  const rows = await db<{ holder: string }[]>`
    select holder from hand_overs where status = 'declared' and holder <> ${actor.id}`
  return new Set(rows.map(({ holder }) => holder))
}

/** What people have in hand, and what is in the till, in rupees. */
export async function readCash(db: Db, actor: Actor) {
  const all = seesCash(actor)
  const hands = await db<Hand[]>`
    select s.id, s.full_name, coalesce(c.amount, 0) / 100.0::float8 as amount
    from staff_users s left join cash_hands c on c.holder = s.id
    where s.id = ${actor.id} ${
      all
        ? db`or c.amount > 0
            or exists (select from hand_overs h where h.holder = s.id and h.status in ('declared', 'difference'))`
        : db``
    }
    order by s.full_name, s.id`
  const open = await db<HandOver[]>`${select(db, { actor, isOpen: true })}`
  const hidden = await hiddenFrom(db, actor)
  const [till] = await db<[{ amount: number }?]>`
    select amount / 100.0::float8 as amount from cash_hands where holder is null`
  const whole = hands.map((hand) => ({
    ...hand,
    hand_over: open.find(({ holder }) => holder === hand.id) ?? null,
  }))
  const own = whole.find(({ id }) => id === actor.id) ?? {
    ...nobody,
    id: actor.id,
    full_name: actor.full_name,
  }
  const shown = whole
    .filter(({ amount, hand_over }) => amount > 0 || hand_over)
    .map((hand) => (hidden.has(hand.id) ? { ...hand, amount: null } : hand))
  return { own, hands: all ? shown : [own], till: all ? (till?.amount ?? 0) : null }
}

const nobody = { amount: 0, hand_over: null }

/** A count of cash: what it comes to in paise, and by which notes. */
export type Counted = { paise: number; notes: Notes }

/** Declares what the actor hands over of what they have in hand now. */
export async function declare(db: Db, actor: Actor, { paise, notes }: Counted): Promise<string> {
  // Locked, so that each entry of the hand is older than the declaration, or newer.
  const [hand] = await db<{ amount: number }[]>`
    select amount::float8 as amount from cash_hands where holder = ${actor.id} for no key update`
  const inHand = hand?.amount ?? 0
  if (inHand === 0 && paise === 0) throw conflict('There is nothing to hand over.', 'nothing_in_hand')
  try {
    const [row] = await db<[{ id: string }]>`
      insert into hand_overs (holder, in_hand, declared, declared_notes)
      values (${actor.id}, ${inHand}, ${paise}, ${db.json(notes)}) returning id`
    return row.id
  } catch (error) {
    if (violatedConstraint(error) !== 'hand_overs_one_open') throw error
    throw conflict('You have handed over already: that must be counted first.', 'open_hand_over')
  }
}

/** Takes back a declaration that nobody has counted. */
export async function cancel(db: Db, actor: Actor, id: string): Promise<void> {
  const [handOver] = await db<{ holder: string; status: HandOverStatus }[]>`
    select h.holder, h.status from hand_overs h where h.id = ${id} and ${isSeen(db, actor)} for no key update`
  if (!handOver) throw notFound('Hand-over')
  if (handOver.holder !== actor.id) throw forbidden('Only who declared it can take it back')
  refuseUnless(handOver.status, 'declared')
  await db`update hand_overs set version = version + 1, status = 'cancelled' where id = ${id}`
}

/** A locked hand-over; amounts in paise. */
export type OpenHandOver = {
  id: string
  holder: string
  status: HandOverStatus
  version: number
  declared: number
  counted: number
  /** What is to be found: what was in hand when it was declared, without what was undone or paid back of it since. */
  expected: number
}

/** Locks a hand-over that is to be counted or explained by `lock`, and the hand that it is of. Not one's own. */
export async function lockOpen(
  db: Db,
  actor: Actor,
  id: string,
  status: 'declared' | 'difference',
  lock: Fragment = db`for no key update`,
): Promise<OpenHandOver> {
  const [known] = await db<{ holder: string }[]>`select holder from hand_overs where id = ${id}`
  if (!known) throw notFound('Hand-over')
  if (known.holder === actor.id) throw forbidden('Somebody else counts what you hand over')
  await enterDay(db)
  await db`select from cash_hands where holder = ${known.holder} ${lock}`
  const [locked] = await db<[OpenHandOver]>`
    select h.id, h.holder, h.status, h.version, h.declared::float8 as declared, h.counted::float8 as counted,
      greatest(0, least(h.in_hand + ${undoneSince(db)},
        coalesce((select c.amount from cash_hands c where c.holder = h.holder), 0)))::float8 as expected
    from hand_overs h where h.id = ${id} ${lock}`
  refuseUnless(locked.status, status)
  return locked
}

/**
 * What changed since of the money that a hand-over `h` is of: older payments that were reversed, and refunds of orders that
 * were paid before. Entries of a hand are made one after the other, so their ids say which are older.
 */
const undoneSince = (db: Db) => db`
  coalesce((
    select sum(e.amount) from cash_entries e join payments p on p.id = e.payment_id
    where e.holder = h.holder and e.id > h.id and (
      exists (select from cash_entries o where o.payment_id = p.reverses and o.holder = h.holder and o.id < h.id)
      or p.reverses is null and p.amount < 0 and exists (
        select from payments q join cash_entries o on o.payment_id = q.id
        where q.order_id = p.order_id and o.holder = h.holder and o.id < h.id))), 0)`

function refuseUnless(status: HandOverStatus, wanted: 'declared' | 'difference'): void {
  if (status === wanted) return
  if (status === 'cancelled') throw conflict('This hand-over was taken back.', 'cancelled')
  const isExplained = wanted === 'difference' && status === 'done'
  const text = status === 'declared' ? 'is not counted yet' : isExplained ? 'is done' : 'is counted already'
  throw conflict(`This hand-over ${text}.`, 'not_allowed')
}

/** Records what was counted of a locked declaration. It is done if all three sums are one; else it waits for its explanation. */
export async function count(db: Db, actor: Actor, open: OpenHandOver, { paise, notes }: Counted) {
  const isEqual = paise === open.declared && paise === open.expected
  await db`
    update hand_overs set version = version + 1, status = ${isEqual ? 'done' : 'difference'}, counted = ${paise},
      counted_notes = ${db.json(notes)}, counted_by = ${actor.id}, counted_at = now(), expected = ${open.expected}
    where id = ${open.id}`
  if (isEqual) await settle(db, { ...open, counted: paise })
  else await tell(db, [{ kind: 'cash_difference', record: open.id }])
}

export type Explanation = { explanation?: DifferenceKind | undefined; reason: string }

/** Ends a locked difference: what was counted goes to the till, and nothing of it stays in hand. */
export async function explain(
  db: Db,
  actor: Actor,
  open: OpenHandOver,
  { explanation, reason }: Explanation,
): Promise<void> {
  // Where the count agrees with the payments, only the declaration was wrong.
  const difference = open.counted - open.expected || open.counted - open.declared
  const kind: DifferenceKind = difference < 0 ? 'short' : 'over'
  if (difference !== 0 && explanation && explanation !== kind)
    throw unprocessable('explanation', `What was counted is ${kind}, not ${explanation}`)
  await db`
    update hand_overs set version = version + 1, status = 'done', expected = ${open.expected},
      explanation = ${(difference === 0 && explanation) || kind}, reason = ${reason}, explained_by = ${actor.id}, explained_at = now()
    where id = ${open.id}`
  await settle(db, open)
}

/** Moves the cash of a counted hand-over from the hand to the till: the only way in which cash leaves a hand. */
async function settle(db: Db, { id, holder, counted, expected }: OpenHandOver): Promise<void> {
  const entries = [
    { holder, amount: counted - expected, kind: 'difference' as const },
    { holder, amount: -counted, kind: 'hand_over' as const },
    { holder: null, amount: counted, kind: 'hand_over' as const },
  ]
  for (const entry of entries) if (entry.amount !== 0) await addEntry(db, { ...entry, hand_over_id: id })
}
