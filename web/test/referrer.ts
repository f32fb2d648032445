import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { anita } from './user.ts'

const day = '2026-01-03T10:00:00Z'

const personOf = (n: number) => ({
  id: `01900000-0000-7000-8000-0000000${10_000 + n}`,
  first_name: `Friend ${n}`,
  last_name: '',
  mobile: `+9190000${10_000 + n}`,
  created_at: day,
})

/** A referral of a referrer. */
export const referralOf = (n: number, suspicions: string[] = []): Referrer['referrals'][number] => ({
  id: `referral-${n}`,
  user: personOf(n),
  sale_amount: 1234.5 + n,
  order: `order-${n}`,
  order_number: 1000 + n,
  counted_at: day,
  suspicions,
})

const { id, first_name, last_name, mobile, created_at, referral_code } = anita

/** A referrer with claims, none of them fulfilled. */
export const referrer: Referrer = {
  user: { id, first_name, last_name, mobile, created_at },
  referral_code,
  referrals: [referralOf(1), referralOf(2)],
  referrals_count: 2,
  recent_claims: [],
  total_claims: 6,
  remaining_claims: 6,
  my_claim: null,
}

/** The same referrer with all claims fulfilled. */
export const fulfilled: Referrer = {
  ...referrer,
  recent_claims: [1, 2].map((n) => ({ user: personOf(n), claims: 3, claimed_at: day, by: 'Super Admin' })),
  remaining_claims: 0,
  my_claim: day,
}

/** Many other referrers, for scrolling. */
export const referrersOf = (from: number, to: number): Referrer[] =>
  Array.from({ length: to - from }, (_, at) => ({
    ...referrer,
    user: personOf(from + at),
    referral_code: `CODE${from + at}`,
  }))
