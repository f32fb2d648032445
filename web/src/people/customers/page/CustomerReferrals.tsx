import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { User } from '@our-print/contract/people/customers.ts'
import { type CustomerReferral, getCustomerReferral } from '@our-print/contract/rewards/referrals.ts'
import { useRead } from '../../../base/api/api.ts'
import { Loading } from '../../../base/feedback/Loading.tsx'
import { formatDate } from '../../../base/format/format.ts'
import { Failed } from '../../../base/list/ResourceStates.tsx'
import { CopyCode } from '../../../base/page/CopyCode.tsx'
import { RouteLink, Section } from '../../../base/page/Page.tsx'
import { MarkFulfilled } from '../../../rewards/referrals/MarkFulfilled.tsx'
import { ReferrerSummary } from '../../../rewards/referrals/ReferrerSummary.tsx'
import { loadFailure } from '../../../rewards/referrals/referralTexts.ts'
import { fullName } from '../fullName.ts'

/** A customer's referrer, their own referral code, and whom they referred. */
export function CustomerReferrals({ user }: { user: User }) {
  const { data, error, refetch } = useRead(getCustomerReferral, { querystring: { user_id: user.id } })
  if (error && !data) {
    return (
      <Paper variant="outlined">
        <Failed title={loadFailure} error={error} onRetry={refetch} />
      </Paper>
    )
  }
  if (!data) return <Loading of="part" />
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
        <Section title="Their code">
          <CopyCode text={user.referral_code} label="Copy their referral code" spaced />
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            Friends enter it with their first order
          </Box>
        </Section>
        <Section title="Referred by">
          <BroughtBy referral={data.referred_by} />
        </Section>
      </Box>
      <Section
        title="Customers they referred"
        aside={data.as_referrer && <MarkFulfilled referrer={data.as_referrer} />}
      >
        {data.as_referrer ? (
          <ReferrerSummary referrer={data.as_referrer} />
        ) : (
          <Box sx={{ color: 'text.secondary' }}>
            No one yet. Friends appear here when their first order with the code is delivered.
          </Box>
        )}
      </Section>
    </Box>
  )
}

const BroughtBy = ({ referral }: { referral: CustomerReferral['referred_by'] }) => {
  if (!referral)
    return <Box sx={{ color: 'text.secondary' }}>Their first order came without a referral code.</Box>
  const { user, referral_code, order, order_number, counted_at } = referral
  return (
    <>
      <Box>
        <RouteLink to={`/user/${user.id}?tab=referrals`} underline="always">
          {fullName(user)}
        </RouteLink>
        <Box component="span" sx={{ ml: 1, typography: 'body2', color: 'text.secondary' }}>
          with {referral_code}
        </Box>
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        <RouteLink to={`/order/${order}`} underline="always">
          Order {order_number}
        </RouteLink>
        {counted_at ? `, counts since ${formatDate(counted_at)}` : ', counts once it is delivered'}
      </Box>
    </>
  )
}
