import Box from '@mui/material/Box'
import type { UserPlan } from '@our-print/contract/plans.ts'
import { count } from '../shared/format.ts'

type Props = { plan: Pick<UserPlan, 'pages_left' | 'pages_total' | 'status'> }

const scarce = 0.1

/** What is left of a plan's pages: the numbers, and a bar for the glance. */
export function PagesLeft({ plan: { pages_left, pages_total, status } }: Props) {
  const share = pages_total > 0 ? pages_left / pages_total : 0
  const ink = status !== 'active' ? 'text.disabled' : share <= scarce ? 'warning.main' : 'primary.main'
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {count(pages_left)} of {count(pages_total)}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{ flex: 1, minWidth: 32, maxWidth: 96, height: 6, borderRadius: 3, bgcolor: 'divider' }}
      >
        <Box
          component="span"
          sx={{ display: 'block', height: 1, borderRadius: 3, bgcolor: ink, width: `${share * 100}%` }}
        />
      </Box>
    </Box>
  )
}
