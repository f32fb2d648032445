import { paiseOf } from '@our-print/contract/money/cashTerms.ts'
import type { closeDay as contract, DayReport } from '@our-print/contract/money/days.ts'
import { goesToBank, movesMoney } from '@our-print/contract/money/paymentTerms.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, forbidden, unprocessable } from '../../base/http/problem.ts'
import type { Actor, Call } from '../../base/http/route.ts'
import { tell } from '../../shop/push/tell.queries.ts'
import { stopMoney } from '../cash/openDay.queries.ts'
import * as till from '../till/till.queries.ts'
import { sealDay } from './daySeals.ts'
import * as days from './days.queries.ts'
import { reportOf, type SealedReport } from './readDay.ts'

type Body = Call<typeof contract>['body']

/**
 * Closes a day: no money moves until it is done, so each payment is in its report or refused. A second person signs it
 * afterwards, or has approved it.
 */
export async function closeDay(db: Db, actor: Actor, day: string, body: Body, signer?: Actor): Promise<void> {
  await stopMoney(db)
  const { report, off, last_seal } = await reportToSeal(db, day, body)
  const tillDifference = toPaise(report.till.difference ?? 0)
  // Also today the next entry is of another day: the till has what was counted.
  if (tillDifference !== 0)
    await till.add(db, actor, {
      kind: 'difference',
      amount: tillDifference,
      reason: report.note,
      happened_at: await days.endOf(db, day),
    })
  const sealed: SealedReport = {
    ...report,
    closed_at: await days.clock(db),
    closed_by: { id: actor.id, full_name: actor.full_name },
  }
  const [text, previous_seal] = [JSON.stringify(sealed), last_seal ?? '']
  await days.insertClose(db, actor, {
    day,
    closed_at: sealed.closed_at,
    report: text,
    previous_seal,
    seal: sealDay(previous_seal, text),
    received: report.methods
      .filter(({ method }) => movesMoney(method))
      .reduce((sum, { expected }) => sum + toPaise(expected), 0),
    till: toPaise(report.till.counted ?? 0),
    difference: off.reduce((sum, each) => sum + each, 0),
  })
  if (signer) await days.sign(db, signer, day)
  if (off.some((paise) => paise !== 0)) await tell(db, [{ kind: 'cash_difference', record: null }])
}

/** The report of a day with what was counted, and what differs, in paise; refuses a day that cannot be closed so now. */
export async function reportToSeal(db: Db, day: string, body: Body) {
  if (await days.findClose(db, day)) throw conflict('This day is closed already.', 'day_closed')
  const place = await days.placeOf(db, day)
  const blocked = days.blockedBy(day, place)
  if (blocked) throw conflict(blocked, 'not_allowed')
  const report = withCounts(await reportOf(db, day), body)
  const off = differencesOf(report)
  if (off.some((paise) => paise !== 0) && report.note === '')
    throw unprocessable('note', 'Something differs. Say why, as far as you know.')
  return { report, off, last_seal: place.last_seal }
}

const differencesOf = ({ methods, till }: DayReport) =>
  [till.difference, ...methods.map(({ difference }) => difference)].map((each) => toPaise(each ?? 0))

/** The report with what was counted, and how it differs. */
function withCounts(report: DayReport, { till: inTill, counted, note }: Body): DayReport {
  const found = new Map(counted.map(({ method, amount }) => [method, toPaise(amount)]))
  const methods = report.methods.map((each) => {
    if (!goesToBank(each.method)) return each
    const paise = found.get(each.method)
    if (paise === undefined) throw unprocessable('counted', `Say how much was counted of ${each.method}`)
    found.delete(each.method)
    return { ...each, counted: paise / 100, difference: (paise - toPaise(each.expected)) / 100 }
  })
  const [unknown] = [...found].find(([, paise]) => paise !== 0) ?? []
  if (unknown !== undefined) throw unprocessable('counted', `There are no payments by ${unknown} on this day`)
  const paise = paiseOf(inTill.notes, inTill.rest)
  const till = {
    ...report.till,
    counted: paise / 100,
    counted_notes: inTill.notes,
    difference: (paise - toPaise(report.till.expected)) / 100,
  }
  return { ...report, methods, till, note }
}

/** Signs a closed day as the second person. */
export async function signDay(db: Db, actor: Actor, day: string): Promise<void> {
  const close = await days.findClose(db, day)
  if (!close?.report) throw conflict('This day is not closed yet.', 'not_allowed')
  const { closed_by } = JSON.parse(close.report) as SealedReport
  if (closed_by.id === actor.id) throw forbidden('Another super admin signs what you closed')
  await days.sign(db, actor, day)
}
