import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { count, formatDate, plural } from '../../base/format/format.ts'
import { fullName } from '../../people/customers/fullName.ts'
import { claimedOf } from './referralTexts.ts'

type Props = { id: string; anchor: HTMLElement | null; referrer: Referrer }

/** The fulfilled claims of a referrer, next to their number. */
export default function ClaimsList({ id, anchor, referrer }: Props) {
  const times = byTime(referrer.recent_claims)
  const shown = referrer.recent_claims.reduce((sum, { claims }) => sum + claims, 0)
  const earlier = claimedOf(referrer) - shown
  return (
    <Popper
      open
      anchorEl={anchor}
      // Inside main, but outside the card, which clips its content.
      container={anchor?.closest('main')}
      placement="bottom-start"
      modifiers={[{ name: 'preventOverflow', options: { padding: 16 } }]}
      data-claims={id}
      sx={{ zIndex: 'tooltip' }}
    >
      <Paper
        id={`${id}-list`}
        // Focusable, so that a press on it does not count as leaving it.
        tabIndex={-1}
        variant="outlined"
        sx={{
          mt: 0.5,
          p: 1.5,
          width: 260,
          outline: 'none !important',
          maxWidth: 'calc(100vw - 32px)',
          boxShadow: '0 8px 24px rgb(10 14 12 / 0.12)',
          typography: 'body2',
          overflowWrap: 'anywhere',
        }}
      >
        {times.length === 0 && 'No claims so far'}
        {times.map(({ claimed_at, by, claims }) => (
          <Box key={claimed_at} sx={{ '& + &': { mt: 1 } }}>
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
              {formatDate(claimed_at)}
              {by && `, ${by}`}
            </Box>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {claims.map((claim) => (
                <Box
                  key={claim.user.id}
                  component="li"
                  sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}
                >
                  <span>{fullName(claim.user)}</span>
                  <Box component="span" sx={{ flex: 'none' }}>
                    {plural(claim.claims, 'claim')}
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
        {earlier > 0 && times.length > 0 && (
          <Box sx={{ mt: 1, color: 'text.secondary' }}>and {count(earlier)} earlier</Box>
        )}
      </Paper>
    </Popper>
  )
}

type Claim = Referrer['recent_claims'][number]

/** Claims are fulfilled together: one line per time and person. */
function byTime(claims: readonly Claim[]) {
  const times = new Map<string, Pick<Claim, 'claimed_at' | 'by'> & { claims: Claim[] }>()
  for (const claim of claims) {
    const { claimed_at, by } = claim
    const time = times.get(claimed_at) ?? { claimed_at, by, claims: [] }
    time.claims.push(claim)
    times.set(claimed_at, time)
  }
  return [...times.values()]
}
