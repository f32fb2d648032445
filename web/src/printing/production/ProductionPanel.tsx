import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { getProductionSummary } from '@our-print/contract/printing/production.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { query } from '../../base/api/api.ts'
import { usePolling } from '../../base/live/live.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { ProductionFigures } from './ProductionFigures.tsx'
import { ProductionTasks } from './ProductionTasks.tsx'

const refetchMs = 60_000

/** The production of the dashboard's days, and what needs somebody now. */
export default function ProductionPanel({ range }: { range: { from_date: string; to_date: string } }) {
  const id = useId()
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...query(getProductionSummary, { querystring: range }),
    placeholderData: keepPreviousData,
    refetchInterval: usePolling(refetchMs),
  })
  return (
    <Box component="section" aria-labelledby={id} aria-busy={isFetching} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="h2" id={id} sx={{ flex: 1 }}>
          Production
        </Typography>
        <Link component={RouterLink} to={`/production?${new URLSearchParams(range)}`}>
          Days, printers and margins
        </Link>
      </Box>
      {error && !data ? (
        <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          The production could not be loaded. {error.message}
          <SecondaryButton size="small" onClick={() => void refetch()}>
            Retry
          </SecondaryButton>
        </Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5, opacity: isPlaceholderData ? 0.55 : 1 }}>
          <ProductionFigures data={data} />
          {data && <ProductionTasks tasks={data.tasks} />}
        </Box>
      )}
    </Box>
  )
}
