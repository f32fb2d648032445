import type { Address } from '@our-print/contract/values.ts'
import { addressKey } from '../src/rewards/referrals/referrals.queries.ts'
import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import type { DemoCustomer } from './demoCustomers.ts'
import { Random } from './random.ts'

/** The first order of a new customer. */
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

/** Referrals, and the claims that they earned and that were fulfilled. */
export function makeReferrals(firsts: readonly FirstOrder[], shop: Shop) {
  const random = new Random('referrals')
  const couriers = new Map<string, string | null>()
  const byAddress = new Map<string, Referral[]>()
  const referrals: Referral[] = []
  let known = 0
  for (const first of firsts) {
    while ((shop.customers[known]?.created ?? Infinity) < first.customer.created) known++
    const isSure = first.customer.isFlatmate || first.age <= 2
    if (known === 0 || !(random.happens(0.45) || isSure)) continue
    // A few early customers have most of the referrals.
    const referrer = shop.customers[Math.floor(known * random.fraction() ** 4)] as DemoCustomer
    const referral = makeReferral(random, first, referrer, byAddress)
    couriers.set(referral.id, first.by)
    referrals.push(referral)
  }
  return { referrals, ...fulfilClaims(random, referrals, couriers, shop) }
}

function makeReferral(
  random: Random,
  { id, customer, at, address, payable, delivered_at, cancelled_at }: FirstOrder,
  referrer: DemoCustomer,
  byAddress: Map<string, Referral[]>,
): Referral {
  const address_key = address && addressKey(address)
  const created_at = new Date(at).toISOString()
  const neighbours = (address_key && byAddress.get(address_key)) || []
  const isShared = neighbours.some((other) => other.cancelled_at === null || other.cancelled_at > created_at)
  const referral = {
    id: random.id(at),
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

/** Of three referrers one has all claims fulfilled, one some of them, one none. */
function fulfilClaims(
  random: Random,
  referrals: readonly Referral[],
  couriers: ReadonlyMap<string, string | null>,
  { claims: each, admin, now }: Shop,
) {
  const counted = referrals
    .filter((referral): referral is Referral & { counted_at: string } => referral.counted_at !== null)
    .toSorted((a, b) => Date.parse(a.counted_at) - Date.parse(b.counted_at))
  const claims: Row[] = []
  // By the time of their first counted referral, which is the order of their places.
  const referrers = [...Map.groupBy(counted, ({ referrer }) => referrer)].map(([user_id, theirs], index) => {
    const until = index % 3 === 0 ? theirs.at(-1) : index % 3 === 1 ? theirs[0] : undefined
    const paidAt = until && Math.floor(Date.parse(until.counted_at) + random.uniform(1, 30) * hour)
    const isPaid = ({ counted_at }: { counted_at: string }) =>
      paidAt !== undefined && paidAt < now && Date.parse(counted_at) <= paidAt
    const line = (referral: Referral, kind: string, at: number, by: string | null) =>
      claims.push({
        id: random.id(at),
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
