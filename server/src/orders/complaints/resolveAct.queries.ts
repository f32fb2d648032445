import { resolveComplaint } from '@our-print/contract/orders/complaints.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { amountText } from '../../base/amountText.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { notFound } from '../../base/http/problem.ts'
import type { Act } from '../../money/approvals/acts.ts'
import type { Asked, Shown } from '../../money/approvals/askedAct.ts'
import { showCoins } from '../../rewards/coins/grantCoinsAct.queries.ts'
import { backOf, refuseMoreThan } from '../refundOrder.ts'
import { refuseResolution } from './changeComplaints.ts'
import * as complaints from './complaints.queries.ts'

/** What a complaint is about, in paise; its order is locked by `lock`. */
type Concerned = { number: number; user: string; cost: number; paid: number; due: number }

async function readConcerned(db: Db, order: string, lock: Fragment): Promise<Concerned> {
  const [found] = await db<Concerned[]>`
    select number, user_id as "user", coalesce(invoiced, payable)::float8 as cost,
      (paid + settled_before)::float8 as paid, due::float8 as due
    from orders where id = ${order} ${lock}`
  if (!found) throw notFound('Order')
  return found
}

type Resolution = Asked<typeof resolveComplaint>

/** What is refused at once, and not only when it is approved; what is measured stays so until the complaint has ended. */
async function measure({ db, actor, params, body }: Resolution): Promise<number> {
  const { order } = await complaints.lockOpen(db, actor, params.id, body.version)
  refuseResolution(actor, body)
  if (body.resolution === 'credit') return Math.round(body.coins * 100)
  if (body.resolution !== 'refund') return 0
  const amount = toPaise(body.amount)
  const { cost, due } = await readConcerned(db, order, db`for no key update`)
  refuseMoreThan(cost, amount)
  return backOf(amount, due - amount)
}

async function show({ db, actor, params, body }: Resolution, lock: Fragment): Promise<Shown> {
  const { order } = await complaints.readOpen(db, actor, params.id, body.version, lock)
  const { number, user, cost, paid, due } = await readConcerned(db, order, lock)
  const note = body.note && `: ${body.note}`
  const title = `Resolve the complaint about order ${number}`
  if (body.resolution === 'credit') {
    const change = await showCoins(db, user, body.coins, lock)
    return { summary: `${title} with ${body.coins} coins${note}`, changes: [change] }
  }
  if (body.resolution !== 'refund') return { summary: title, changes: [] }
  const amount = toPaise(body.amount)
  const back = backOf(amount, due - amount)
  return {
    summary: `${title} with a refund of ${amountText(amount)} (${body.method})${note}`,
    changes: [
      { what: `Cost of order ${number}`, before: amountText(cost), after: amountText(cost - amount) },
      { what: `Paid for order ${number}`, before: amountText(paid), after: amountText(paid - back) },
    ],
  }
}

/** A complaint that ends with money or coins. */
export const resolveAct: Act<typeof resolveComplaint> = {
  name: ({ body }) =>
    (({ refund: 'refunds', credit: 'coins', reprint: undefined, nothing: undefined }) as const)[
      body.resolution
    ],
  endpoint: resolveComplaint,
  measure,
  show,
}
