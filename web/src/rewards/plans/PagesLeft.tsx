import Box from '@mui/material/Box'
import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { count } from '../../base/format/format.ts'

type Props = {
  plan: Pick<SoldPlan, 'pages_left' | 'pages_total' | 'status'>
  /** Adds words, if no heading names the numbers. */
  isLabelled?: boolean
}

const scarce = 0.1

/** The pages left of a plan, as numbers and as a bar. */
export function PagesLeft({ plan: { pages_left, pages_total, status }, isLabelled = false }: Props) {
  const share = pages_total > 0 ? pages_left / pages_total : 0
  const ink = status !== 'active' ? 'text.disabled' : share <= scarce ? 'warning.main' : 'primary.main'
  return (
    <Box
      component="span"
      sx={{ display: 'block', maxWidth: isLabelled ? 1 : 152, width: isLabelled ? 240 : 'auto' }}
    >
      {count(pages_left)} of {count(pages_total)} {isLabelled && 'pages left'}
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'block',
          height: 4,
          mt: isLabelled ? 0.5 : '2px',
          borderRadius: 2,
          bgcolor: 'divider',
        }}
      >
        <Box
          component="span"
          sx={{ display: 'block', height: 1, borderRadius: 2, bgcolor: ink, width: `${share * 100}%` }}
        />
      </Box>
    </Box>
  )
}
