import { mostProposedSides } from '@our-print/contract/orders/promiseProposal.ts'
import { type Facts, type Kind, ofKind } from './measure.queries.ts'
import { proposePromise } from './proposePromise.ts'
import { workingTime } from './workingTime.ts'

/** What is proposed for an order that is taken in now, as people are told it. */
export function propose({ sides, ...kind }: Kind & { sides: number }, facts: Facts) {
  const { time_zone, ...opening } = facts.opening
  const waiting = kind.color ? facts.waiting_in_color : facts.waiting
  const measured = { waiting, ...ofKind(kind, facts) }
  const proposal = proposePromise(Date.now(), sides, measured, workingTime(opening, time_zone))
  return {
    promised_at: isoQuarter(proposal.promised),
    median_at: isoQuarter(proposal.median),
    measured_orders: proposal.measured,
  }
}

/** What is kept of it with the order, to judge the model by; null where there would be no proposal. */
export const proposedTime = (order: Kind & { sides: number }, facts: Facts) =>
  order.sides <= mostProposedSides ? propose(order, facts).promised_at : null

/** Nobody promises 11:07: the next quarter of an hour. */
const isoQuarter = (time: number) => new Date(Math.ceil(time / 900_000) * 900_000).toISOString()
