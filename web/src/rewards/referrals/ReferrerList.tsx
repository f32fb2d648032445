import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { Link } from 'react-router'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { plural } from '../../base/format/format.ts'
import { Failed, NoRecords } from '../../base/list/ResourceStates.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { ReferralLoadFailure } from './ReferralLoadFailure.tsx'
import { ReferrerCard } from './ReferrerCard.tsx'
import { loadFailure } from './referralTexts.ts'
import { type Filter, useReferrers } from './useReferrers.ts'

const columns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const

/** The cards of the matching referrers, loaded while scrolling. */
export function ReferrerList({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const reply = useReferrers(filter)
  const { data: referrers, error, hasNextPage, isPlaceholderData } = reply
  if (error && !referrers) {
    return (
      <Paper variant="outlined">
        <Failed title={loadFailure} error={error} onRetry={reply.refetch} />
      </Paper>
    )
  }
  if (!referrers) return <LoadingCards />
  if (referrers.length === 0) return <Nobody filter={filter} onClear={onClear} />
  return (
    <Box aria-busy={reply.isFetching}>
      <Box
        component="ul"
        aria-label="Referrers"
        sx={{
          ...columns,
          listStyle: 'none',
          m: 0,
          p: 0,
          opacity: isPlaceholderData ? 0.55 : 1,
          transition: 'opacity 0.15s',
        }}
      >
        {referrers.map((referrer) => (
          <ReferrerCard key={referrer.user.id} referrer={referrer} />
        ))}
      </Box>
      {error ? (
        <ReferralLoadFailure
          error={error}
          isRunning={reply.isFetching}
          onRetry={() => void (reply.isFetchNextPageError ? reply.fetchNextPage() : reply.refetch())}
        />
      ) : hasNextPage ? (
        <LoadingBar
          isLoading={reply.isFetchingNextPage}
          isBusy={reply.isFetching}
          onLoad={() => void reply.fetchNextPage()}
        />
      ) : (
        <Box component="p" sx={{ m: 0, py: 3, textAlign: 'center', color: 'text.secondary' }}>
          {plural(referrers.length, 'referrer')}
        </Box>
      )}
      <Box component="output" sx={visuallyHidden}>
        {isPlaceholderData ? '' : `${plural(referrers.length, 'referrer')} shown`}
      </Box>
    </Box>
  )
}

const Nobody = ({ filter, onClear }: { filter: Filter; onClear: () => void }) => (
  <Paper variant="outlined">
    <NoRecords
      isFiltered={filter.query !== undefined}
      onClear={onClear}
      empty={
        filter.due
          ? { hint: 'No claims are left. All are fulfilled.' }
          : {
              hint: 'Every customer has a referral code. They show here once a friend’s first order with it is delivered.',
              action: (
                <SecondaryButton component={Link} to="/new_order">
                  New order
                </SecondaryButton>
              ),
            }
      }
      beyond={false}
      onFirst={onClear}
    />
  </Paper>
)

const LoadingCards = () => (
  <Box component="output" sx={{ display: 'block', color: 'text.secondary' }}>
    <Box sx={{ mb: 1, fontSize: '0.8125rem' }}>Loading...</Box>
    <Box aria-hidden sx={columns}>
      {Array.from({ length: 4 }, (_, at) => (
        <Paper key={at} variant="outlined" sx={{ p: 2, height: 224 }}>
          <Skeleton width="45%" />
          <Skeleton width="30%" />
          <Skeleton variant="rounded" height={56} sx={{ mt: 2 }} />
        </Paper>
      ))}
    </Box>
  </Box>
)
