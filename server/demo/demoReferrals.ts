import type { Address } from '@our-print/contract/values.ts'
import { keyOf } from '../src/referrals/referrals.queries.ts'
import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { Chance } from './chance.ts'
import type { DemoCustomer } from './demoCustomers.ts'

/** The first order of someone who joined with it. */
export type FirstOrder = {
  id: string
  customer: DemoCustomer
  at: number
  age: number
  address: Address | null
  payable: number
  delivered_at: string | null
  cancelled_at: string | null
  by: string | null
}

type Referral = Row & {
  id: string
  referrer: string
  counted_at: string | null
  cancelled_at: string | null
  address_key: string | null
  created_at: string
}
type Shop = { customers: readonly DemoCustomer[]; claims: number; admin: string | null; now: number }

/** Who was brought by whom, and the claims that this earned and the shop fulfilled. */
export function makeReferrals(firsts: readonly FirstOrder[], shop: Shop) {
  const chance = new Chance('referrals')
  const couriers = new Map<string, string | null>()
  const byAddress = new Map<string, Referral[]>()
  const referrals: Referral[] = []
  let known = 0
  for (const first of firsts) {
    while ((shop.customers[known]?.created ?? Infinity) < first.customer.created) known++
    const isSure = first.customer.isFlatmate || first.age <= 2
    if (known === 0 || !(chance.happens(0.45) || isSure)) continue
    // Few bring many: who came early knows the shop best.
    const referrer = shop.customers[Math.floor(known * chance.fraction() ** 4)] as DemoCustomer
    const referral = makeReferral(chance, first, referrer, byAddress)
    couriers.set(referral.id, first.by)
    referrals.push(referral)
  }
  return { referrals, ...payClaims(chance, referrals, couriers, shop) }
}

function makeReferral(
  chance: Chance,
  { id, customer, at, address, payable, delivered_at, cancelled_at }: FirstOrder,
  referrer: DemoCustomer,
  byAddress: Map<string, Referral[]>,
): Referral {
  const address_key = address && keyOf(address)
  const created_at = new Date(at).toISOString()
  const neighbours = (address_key && byAddress.get(address_key)) || []
  const isShared = neighbours.some((other) => other.cancelled_at === null || other.cancelled_at > created_at)
  const referral = {
    id: chance.id(at),
    referrer: referrer.row.id,
    referred: customer.row.id,
    order_id: id,
    referral_code: referrer.row['referral_code'] ?? '',
    suspicions: isShared ? '{"Same address as another referred customer"}' : '{}',
    created_at,
    counted_at: delivered_at,
    sale_amount: delivered_at ? payable : 0,
    cancelled_at,
    address_key,
  }
  if (address_key) byAddress.set(address_key, [...neighbours, referral])
  return referral
}

/** In every three referrers one is paid up, one was paid once, and one was never. */
function payClaims(
  chance: Chance,
  referrals: readonly Referral[],
  couriers: ReadonlyMap<string, string | null>,
  { claims: each, admin, now }: Shop,
) {
  const counted = referrals
    .filter((referral): referral is Referral & { counted_at: string } => referral.counted_at !== null)
    .toSorted((a, b) => Date.parse(a.counted_at) - Date.parse(b.counted_at))
  const claims: Row[] = []
  // In the order in which their first referral counted, which is that of their places.
  const referrers = [...Map.groupBy(counted, ({ referrer }) => referrer)].map(([user_id, theirs], index) => {
    const until = index % 3 === 0 ? theirs.at(-1) : index % 3 === 1 ? theirs[0] : undefined
    const paidAt = until && Math.floor(Date.parse(until.counted_at) + chance.between(1, 30) * hour)
    const isPaid = ({ counted_at }: { counted_at: string }) =>
      paidAt !== undefined && paidAt < now && Date.parse(counted_at) <= paidAt
    const line = (referral: Referral, kind: string, at: number, by: string | null) =>
      claims.push({
        id: chance.id(at),
        referral_id: referral.id,
        referrer: user_id,
        kind,
        claims: each,
        at: new Date(at).toISOString(),
        by,
      })
    for (const referral of each > 0 ? theirs : []) {
      line(referral, 'earned', Date.parse(referral.counted_at), couriers.get(referral.id) ?? null)
      if (isPaid(referral)) line(referral, 'fulfilled', paidAt ?? now, admin)
    }
    return {
      user_id,
      referrals: theirs.length,
      total: theirs.length * each,
      fulfilled: theirs.filter(isPaid).length * each,
    }
  })
  return { referrers: referrers satisfies Row[], claims }
}
