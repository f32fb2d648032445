import { currencyFormat } from '@our-print/contract/money/currency.ts'
import { createPayment, reversePayment } from '@our-print/contract/money/payments.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { forbidden, notFound } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import type { Act } from '../approvals/acts.ts'
import type { Shown } from '../approvals/askedAct.ts'
import * as payments from './payments.queries.ts'

const inWords = (paise: number) => currencyFormat('en-IN').format(paise / 100)

type Of = {
  order?: string | null | undefined
  user?: string | null | undefined
  client?: string | null | undefined
}

/** What was paid of an order, or is on an account, and what is left after paying back so much. Amounts in paise. */
async function showPaid(db: Db, of: Of, amount: number, lock: Fragment): Promise<Shown['changes'][number]> {
  if (of.order) {
    const [order] = await db<{ number: number; paid: number }[]>`
      select number, (paid + settled_before)::float8 as paid from orders where id = ${of.order} ${lock}`
    if (!order) throw notFound('Order')
    const { number, paid } = order
    return { what: `Paid for order ${number}`, before: inWords(paid), after: inWords(paid + amount) }
  }
  const [holder] = await db<{ name: string }[]>`
    select name from clients where id = ${of.client ?? null}
    union all
    select trim(first_name || ' ' || last_name) from users where id = ${of.client ? null : (of.user ?? null)}`
  if (!holder) throw notFound(of.client ? 'Company' : 'Customer')
  const [account] = await db<{ balance: number }[]>`
    select balance::float8 as balance from accounts
    where (client_id = ${of.client ?? null} or user_id = ${of.client ? null : (of.user ?? null)}) ${lock}`
  const balance = account?.balance ?? 0
  return {
    what: `Account of ${holder.name}`,
    before: inWords(balance),
    after: inWords(balance + amount),
  }
}

/** A courier takes what is paid for their orders, and nothing else. */
export function refuseForCourier(actor: Actor, paise: number, order: string | undefined): void {
  if (payments.seesAll(actor)) return
  if (!order) throw forbidden('You can only take payments of your own orders')
  if (paise < 0) throw forbidden('Only the shop pays money back')
}

/** Money paid back, of an order or from an account. */
export const refundAct: Act<typeof createPayment> = {
  name: 'refunds',
  endpoint: createPayment,
  check: ({ actor, body }) => refuseForCourier(actor, toPaise(body.amount), body.order),
  measure: ({ body }) => -toPaise(body.amount),
  async show({ db, body }, lock) {
    const amount = toPaise(body.amount)
    const change = await showPaid(db, body, amount, lock)
    const note = body.note && `: ${body.note}`
    return { summary: `Pay back ${inWords(-amount)} (${body.method})${note}`, changes: [change] }
  },
}

type Reversed = {
  number: number
  amount: number
  method: string
  order: string | null
  user: string | null
  client: string | null
}

async function find(db: Db, id: string): Promise<Reversed> {
  const [payment] = await db<Reversed[]>`
    select number, amount::float8 as amount, method, order_id as "order", user_id as "user", client_id as client
    from payments where id = ${id}`
  if (!payment) throw notFound('Payment')
  return payment
}

/** Reversing what was paid takes the money out again, so it counts as paying back. */
export const reversalAct: Act<typeof reversePayment> = {
  name: 'refunds',
  endpoint: reversePayment,
  measure: async ({ db, params }) => (await find(db, params.id)).amount,
  async show({ db, params, body }, lock) {
    const payment = await find(db, params.id)
    const change = await showPaid(db, payment, -payment.amount, lock)
    const { number, amount, method } = payment
    return {
      summary: `Reverse payment ${number} of ${inWords(amount)} (${method}): ${body.reason}`,
      changes: [change],
    }
  },
}
