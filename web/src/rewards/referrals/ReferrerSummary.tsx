import { styled } from '@mui/material/styles'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { WarningAmber } from '../../base/icons/frame.tsx'
import { ReferralList } from './ReferralList.tsx'
import { ReferrerCounts } from './ReferrerCounts.tsx'
import { suspiciousOf } from './referralTexts.ts'

const Frame = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  '& a': { color: 'inherit', textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
  '& .warning': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    color: 'var(--mui-palette-warning-main)',
    ...theme.typography.caption,
  },
  '& > .warning': { marginBottom: theme.spacing(1) },
  '& .warning svg': { fontSize: 16, flex: 'none' },
}))

/** The claims and referrals of a referrer. */
export function ReferrerSummary({ referrer }: { referrer: Referrer }) {
  const suspicious = suspiciousOf(referrer)
  return (
    <Frame>
      <ReferrerCounts referrer={referrer} />
      {suspicious > 0 && (
        <div className="warning">
          <WarningAmber />
          {suspicious === 1 ? '1 referral looks suspicious' : `${suspicious} referrals look suspicious`}
        </div>
      )}
      <ReferralList referrer={referrer} />
    </Frame>
  )
}
