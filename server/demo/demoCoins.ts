import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import type { DemoCustomer } from './demoCustomers.ts'
import { Random } from './random.ts'

type Delivered = {
  id: string
  user_id: string
  delivered_at: string | null
  by: string | null
  payable: number
}

const line = (
  random: Random,
  at: number,
  rest: { user_id: string; delta: number; reason: string; order_id: string | null; by: string | null },
) => ({ id: random.id(at), at: new Date(at).toISOString(), ...rest }) satisfies Row

/** The coin entries of deliveries, in hundredths, rounded down; no entry for zero. */
export function coinsEarned(rate: number) {
  const random = new Random('coins earned')
  const hundredths = Math.round(rate * 100)
  return ({ id, user_id, delivered_at, by, payable }: Delivered) => {
    const delta = Math.floor((payable * hundredths) / 10_000)
    if (delivered_at === null || delta === 0) return []
    return [
      line(random, Date.parse(delivered_at), { user_id, delta, reason: 'Order delivered', order_id: id, by }),
    ]
  }
}

const gifts = [
  { delta: 50_00, reason: 'Opening week gift' },
  { delta: 25_00, reason: 'Delivery came a day late' },
  { delta: 10_00, reason: 'Told us about a misprint' },
]

/** Coins that the super admin granted and sometimes deducted. */
export function coinsGiven(customers: readonly DemoCustomer[], admin: string | null, today: number) {
  const random = new Random('coins given')
  const day = 24 * hour
  return customers.slice(0, 30).flatMap(({ row, created }) => {
    if (!random.happens(0.4)) return []
    const { delta, reason } = random.pick(gifts)
    const earliest = Math.max(created, today - 90 * day)
    const at = Math.floor(random.uniform(earliest, today - day))
    const given = line(random, at, { user_id: row.id, delta, reason, order_id: null, by: admin })
    if (!random.happens(0.15)) return [given]
    const later = Math.floor(random.uniform(at + hour, today))
    const taken = {
      user_id: row.id,
      delta: -delta,
      reason: 'Given twice by mistake',
      order_id: null,
      by: admin,
    }
    return [given, line(random, later, taken)]
  })
}
