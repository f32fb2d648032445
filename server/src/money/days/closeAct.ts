import { closeDay } from '@our-print/contract/money/days.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { amountText } from '../../base/amountText.ts'
import { formatDay } from '../../base/database/days.ts'
import type { Act } from '../approvals/acts.ts'
import type { Asked, Shown } from '../approvals/askedAct.ts'
import { stopMoney } from '../cash/openDay.queries.ts'
import { reportToSeal } from './closeDay.ts'

type Sum = { expected: number; counted: number | null }

const rowOf = (what: string, { expected, counted }: Sum): Shown['changes'][number] => {
  const said = `${amountText(toPaise(expected))} expected`
  if (counted === null) return { what, before: null, after: said }
  return { what, before: said, after: `${amountText(toPaise(counted))} counted` }
}

async function show({ db, params: { day }, body }: Asked<typeof closeDay>): Promise<Shown> {
  const { report } = await reportToSeal(db, day, body)
  const { till, methods, note } = report
  const title = `Close the day ${formatDay(day)}`
  return {
    summary: note ? `${title}: ${note}` : title,
    changes: [rowOf('Till', till), ...methods.map((each) => rowOf(methodLabel(each.method), each))],
  }
}

/** Who approves it signs the day by that. Money that came in since is another state than the one that was shown. */
export const closeAct: Act<typeof closeDay> = {
  name: 'days',
  endpoint: closeDay,
  measure: () => 1,
  hold: stopMoney,
  show,
}
