import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { Chance } from './chance.ts'
import type { DemoCustomer } from './demoCustomers.ts'

type Delivered = {
  id: string
  user_id: string
  delivered_at: string | null
  by: string | null
  payable: number
}

const line = (
  chance: Chance,
  at: number,
  rest: { user_id: string; delta: number; reason: string; order_id: string | null; by: string | null },
) => ({ id: chance.id(at), at: new Date(at).toISOString(), ...rest }) satisfies Row

/** The ledger lines of orders: what each delivery earned, in hundredths, rounded down; nothing makes no line. */
export function coinsEarned(rate: number) {
  const chance = new Chance('coins earned')
  const hundredths = Math.round(rate * 100)
  return ({ id, user_id, delivered_at, by, payable }: Delivered) => {
    const delta = Math.floor((payable * hundredths) / 10_000)
    if (delivered_at === null || delta === 0) return []
    return [
      line(chance, Date.parse(delivered_at), { user_id, delta, reason: 'Order delivered', order_id: id, by }),
    ]
  }
}

const gifts = [
  { delta: 50_00, reason: 'Opening week gift' },
  { delta: 25_00, reason: 'Delivery came a day late' },
  { delta: 10_00, reason: 'Told us about a misprint' },
]

/** What the super admin gave by hand, and once in a while took back. */
export function coinsGiven(customers: readonly DemoCustomer[], admin: string | null, today: number) {
  const chance = new Chance('coins given')
  const day = 24 * hour
  return customers.slice(0, 30).flatMap(({ row, created }) => {
    if (!chance.happens(0.4)) return []
    const { delta, reason } = chance.pick(gifts)
    const earliest = Math.max(created, today - 90 * day)
    const at = Math.floor(chance.between(earliest, today - day))
    const given = line(chance, at, { user_id: row.id, delta, reason, order_id: null, by: admin })
    if (!chance.happens(0.15)) return [given]
    const later = Math.floor(chance.between(at + hour, today))
    const taken = {
      user_id: row.id,
      delta: -delta,
      reason: 'Given twice by mistake',
      order_id: null,
      by: admin,
    }
    return [given, line(chance, later, taken)]
  })
}
