import type { DayReport, ShopDay } from '@our-print/contract/money/days.ts'
import { movesMoney } from '@our-print/contract/money/paymentTerms.ts'
import type { Db } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import { hiddenFrom } from '../cash/handOvers.queries.ts'
import * as days from './days.queries.ts'

/** A sealed report says who closed the day, and when. */
export type SealedReport = DayReport & Pick<NonNullable<ShopDay['closing']>, 'closed_at' | 'closed_by'>

/** A day as it is answered: as it was sealed, or as it is now without what the actor must not know. `db` sees one moment. */
export async function readDay(db: Db, actor: Actor, day: string): Promise<ShopDay> {
  const close = await days.findClose(db, day)
  const place = await days.placeOf(db, day)
  const { previous_day, next_day } = place
  const around = { previous_day, next_day, orders_out: next_day === null ? await days.countOrdersOut(db) : 0 }
  if (!close?.report) {
    const whole = await reportOf(db, day)
    const hidden = await hiddenFrom(db, actor)
    const people = whole.people.map((each) =>
      hidden.has(each.id) ? { ...each, cash: null, in_hand: null } : each,
    )
    const report = { ...whole, people }
    return { report, closing: null, blocked: days.blockedBy(day, place), ...around }
  }
  const { closed_at, closed_by, ...report } = JSON.parse(close.report) as SealedReport
  const { id: _, report: __, ...rest } = close
  return { report, closing: { closed_at, closed_by, ...rest }, blocked: null, ...around }
}

const rupees = (paise: number) => paise / 100
const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)

/** The money of a day as the ledgers say; nothing of it is counted yet. */
export async function reportOf(db: Db, day: string): Promise<DayReport> {
  const [taken, moved, hands] = [
    await days.sumPayments(db, day),
    await days.sumCash(db, day),
    await days.handsAtEnd(db, day),
  ]
  const closing = hands.find(({ holder }) => holder === null)?.amount ?? 0
  const inTill = moved.filter(({ holder }) => holder === null)
  const received = sum(inTill.map((each) => each.received))
  const left = sum(inTill.map((each) => each.left))
  return {
    day,
    methods: methodsOf(taken),
    people: await peopleOf(db, taken, moved, hands),
    hand_overs: await days.listHandOversOf(db, day),
    till: {
      opening: rupees(closing - received + left),
      entries: inTill.map((each) => ({
        kind: each.kind,
        entries: each.entries,
        amount: rupees(each.received - each.left),
      })),
      received: rupees(received),
      paid_out: rupees(left),
      expected: rupees(closing),
      counted: null,
      counted_notes: null,
      difference: null,
    },
    note: '',
  }
}

type Taken = days.Taken[]
type Moved = days.Moved[]
type Hands = Awaited<ReturnType<typeof days.handsAtEnd>>

function methodsOf(taken: Taken): DayReport['methods'] {
  return [...Map.groupBy(taken, ({ method }) => method)].map(([method, some]) => {
    const received = sum(some.map((each) => each.received))
    const paidBack = sum(some.map((each) => each.paid_back))
    return {
      method,
      payments: sum(some.map(({ payments }) => payments)),
      received: rupees(received),
      paid_back: rupees(paidBack),
      expected: rupees(received - paidBack),
      counted: null,
      difference: null,
    }
  })
}

/** Who took payments or handed over, and who has cash at the end of the day. */
async function peopleOf(db: Db, taken: Taken, moved: Moved, hands: Hands): Promise<DayReport['people']> {
  const holders = [...moved, ...hands.filter(({ amount }) => amount !== 0)].flatMap(
    ({ holder }) => holder ?? [],
  )
  const ids = [...new Set([...taken.map(({ by }) => by), ...holders])]
  const named = await days.namesOf(db, ids)
  return named.map(({ id, full_name }) => {
    const own = taken.filter(({ by }) => by === id)
    const net = (some: Taken) => sum(some.map((each) => each.received - each.paid_back))
    const handedOver = moved.filter(({ holder, kind }) => holder === id && kind === 'hand_over')
    return {
      id,
      full_name,
      payments: sum(own.map(({ payments }) => payments)),
      taken: rupees(net(own.filter(({ method }) => movesMoney(method)))),
      cash: rupees(net(own.filter(({ method }) => method === 'cash'))),
      handed_over: rupees(sum(handedOver.map(({ left }) => left))),
      in_hand: rupees(hands.find(({ holder }) => holder === id)?.amount ?? 0),
    }
  })
}
