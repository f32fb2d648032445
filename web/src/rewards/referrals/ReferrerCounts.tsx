import { styled } from '@mui/material/styles'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { count } from '../../base/format/format.ts'
import { Claims } from './Claims.tsx'
import { claimedOf } from './referralTexts.ts'

const Figures = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  margin: theme.spacing(1.5, 0),
  borderBlock: '1px solid var(--mui-palette-divider)',
  '& > *': { padding: theme.spacing(1, 0) },
  '& > * + *': { borderLeft: '1px solid var(--mui-palette-divider)', paddingLeft: theme.spacing(2) },
  '& .label': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    color: 'var(--mui-palette-text-secondary)',
    ...theme.typography.caption,
  },
  '& .figure': { ...theme.typography.h2, display: 'block', textAlign: 'left' },
  '& .owed': { color: 'var(--mui-palette-success-main)' },
}))

/** The claims of a referrer: total, fulfilled, remaining. */
export const ReferrerCounts = ({ referrer }: { referrer: Referrer }) => {
  const { total_claims, remaining_claims } = referrer
  return (
    <Figures>
      <div>
        <span className="label">Eligible</span>
        <span className="figure">{count(total_claims)}</span>
      </div>
      <Claims referrer={referrer}>
        <span className="figure">{count(claimedOf(referrer))}</span>
      </Claims>
      <div>
        <span className="label">Remaining</span>
        <span className={remaining_claims > 0 ? 'figure owed' : 'figure'}>{count(remaining_claims)}</span>
      </div>
    </Figures>
  )
}
