import { currency, usualCurrency } from '@our-print/contract/money/currency.ts'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { locale } from '../../base/format/locale.ts'

export const loadFailure = 'Error Occured while getting referrals'

const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A referral's price as the specification writes it: 'Rs 1,23,456.50'; in another currency with its code. */
export const price = (amount: number) =>
  currency() === usualCurrency ? `Rs ${amounts.format(amount)}` : `${currency()} ${amounts.format(amount)}`

/** The number of fulfilled claims. */
export const claimedOf = ({ total_claims, remaining_claims }: Referrer) => total_claims - remaining_claims

/** Whether no claims remain. */
export const isFulfilled = ({ remaining_claims }: Referrer) => remaining_claims < 1

/** The number of suspicious referrals, among those in the response. */
export const suspiciousOf = ({ referrals }: Referrer) =>
  referrals.filter(({ suspicions }) => suspicions.length > 0).length
