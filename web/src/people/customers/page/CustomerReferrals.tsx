import type { User } from '@our-print/contract/people/customers.ts'
import { type CustomerReferral, getCustomerReferral } from '@our-print/contract/rewards/referrals.ts'
import { useRead } from '../../../base/api/api.ts'
import { Loading } from '../../../base/feedback/Loading.tsx'
import { formatDate } from '../../../base/format/format.ts'
import { Failed } from '../../../base/list/ResourceStates.tsx'
import { CopyCode } from '../../../base/page/CopyCode.tsx'
import { Section } from '../../../base/page/Page.tsx'
import { Card } from '../../../base/ui/Card.tsx'
import { Columns, Stack } from '../../../base/ui/Layout.tsx'
import { Link } from '../../../base/ui/Link.tsx'
import { Text } from '../../../base/ui/Text.tsx'
import { MarkFulfilled } from '../../../rewards/referrals/MarkFulfilled.tsx'
import { ReferrerSummary } from '../../../rewards/referrals/ReferrerSummary.tsx'
import { loadFailure } from '../../../rewards/referrals/referralTexts.ts'
import { fullName } from '../fullName.ts'

/** A customer's referrer, their own referral code, and whom they referred. */
export function CustomerReferrals({ user }: { user: User }) {
  const { data, error, refetch } = useRead(getCustomerReferral, { querystring: { user_id: user.id } })
  if (error && !data) {
    return (
      <Card pad={0}>
        <Failed title={loadFailure} error={error} onRetry={refetch} />
      </Card>
    )
  }
  if (!data) return <Loading of="part" />
  return (
    <Stack gap={4}>
      <Columns>
        <Section title="Their code">
          <CopyCode text={user.referral_code} label="Copy their referral code" spaced />
          <Text as="div" size="small" tone="muted">
            Friends enter it with their first order
          </Text>
        </Section>
        <Section title="Referred by">
          <BroughtBy referral={data.referred_by} mayBring={data.may_bring_code} />
        </Section>
      </Columns>
      <Section
        title="Customers they referred"
        aside={data.as_referrer && <MarkFulfilled referrer={data.as_referrer} />}
      >
        {data.as_referrer ? (
          <ReferrerSummary referrer={data.as_referrer} />
        ) : (
          <Text as="div" tone="muted">
            No one yet. Friends appear here when their first order with the code is delivered.
          </Text>
        )}
      </Section>
    </Stack>
  )
}

type BroughtByProps = { referral: CustomerReferral['referred_by']; mayBring: boolean }

const BroughtBy = ({ referral, mayBring }: BroughtByProps) => {
  if (!referral && mayBring)
    return <Text tone="muted">No one yet. Their first order can bring a referral code.</Text>
  if (!referral) return <Text tone="muted">Their first order came without a referral code.</Text>
  const { user, referral_code, order, order_number, counted_at } = referral
  return (
    <>
      <div>
        <Link to={`/user/${user.id}?tab=referrals`} underlined>
          {fullName(user)}
        </Link>{' '}
        <Text size="small" tone="muted">
          with {referral_code}
        </Text>
      </div>
      <Text as="div" size="small" tone="muted">
        <Link to={`/order/${order}`} underlined>
          Order {order_number}
        </Link>
        {counted_at ? `, counts since ${formatDate(counted_at)}` : ', counts once it is delivered'}
      </Text>
    </>
  )
}
