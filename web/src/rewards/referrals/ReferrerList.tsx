import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '../../base/api/call.ts'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { phone, plural } from '../../base/format/format.ts'
import { PhoneOutlined as Phone } from '../../base/icons/home.tsx'
import { Failed, NoRecords } from '../../base/list/ResourceStates.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { MarkFulfilled } from './MarkFulfilled.tsx'
import { ReferrerSummary } from './ReferrerSummary.tsx'
import { loadFailure } from './referralTexts.ts'
import { type Filter, useReferrers } from './useReferrers.ts'

// Plain elements with one style, and cards out of view are not drawn: there can be thousands.
const Card = styled('li')(({ theme }) => ({
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 264px',
  minWidth: 0,
  padding: theme.spacing(2),
  border: '1px solid var(--mui-palette-divider)',
  borderRadius: 6,
  backgroundColor: 'var(--mui-palette-background-paper)',
  overflowWrap: 'anywhere',
  '& a': { color: 'inherit', textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
  '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: theme.spacing(1, 2) },
  '& .who': { flex: '1 1 180px', minWidth: 0 },
  '& h2': { ...theme.typography.subtitle1, margin: 0 },
  '& h2 a': { display: 'inline-block', lineHeight: '24px' },
  '& .contact': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0, 1.5),
    color: 'var(--mui-palette-text-secondary)',
    ...theme.typography.body2,
  },
  '& .contact a': { display: 'inline-flex', alignItems: 'center', gap: 4, minHeight: 24 },
  '& .contact svg': { fontSize: 15 },
  [theme.breakpoints.down('sm')]: {
    '& h2 a': { lineHeight: '44px' },
    '& .contact a': { minHeight: 44 },
  },
  '& code': { letterSpacing: '0.06em', fontWeight: 600 },
}))

/** One referrer with claims and referrals. Memoized: drawn again only when the referrer changes. */
const ReferrerCard = memo(function ReferrerCard({ referrer }: { referrer: Referrer }) {
  const { user, referral_code } = referrer
  const name = useRef<HTMLAnchorElement>(null)
  return (
    <Card>
      <div className="head">
        <div className="who">
          <h2>
            <Link ref={name} to={`/user/${user.id}`}>
              {fullName(user)}
            </Link>
          </h2>
          <div className="contact">
            <a href={`tel:${user.mobile}`}>
              <Phone />
              {phone(user.mobile)}
            </a>
            <code title="Referral code">{referral_code}</code>
          </div>
        </div>
        <MarkFulfilled referrer={referrer} onDone={() => name.current?.focus({ preventScroll: true })} />
      </div>
      <ReferrerSummary referrer={referrer} />
    </Card>
  )
})

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

type Props = { error: ApiError; isRunning: boolean; onRetry: () => void }

/** Shown when a page of referrers failed to load; stays visible below the loaded cards. */
const ReferralLoadFailure = ({ error, isRunning, onRetry }: Props) => (
  <Alert
    severity="error"
    variant="outlined"
    action={
      <SecondaryButton size="small" loading={isRunning} onClick={onRetry}>
        Retry
      </SecondaryButton>
    }
    sx={{
      position: 'sticky',
      bottom: 16,
      mt: 2,
      bgcolor: 'background.paper',
      overflowWrap: 'anywhere',
      '& .MuiAlert-action': { pt: 0, alignItems: 'center' },
    }}
  >
    <strong>{loadFailure}</strong>
    <div>{error.message}</div>
  </Alert>
)

type LoadingBarProps = {
  /** Whether the next page is loading. */
  isLoading: boolean
  /** Whether anything is loading: two requests for the list must not overlap. */
  isBusy: boolean
  onLoad: () => void
}

/**
 * Loads the next page when it scrolls into view; the button does the same for the keyboard or without
 * IntersectionObserver.
 */
function LoadingBar({ isLoading, isBusy, onLoad }: LoadingBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const latest = useRef(onLoad)
  useEffect(() => {
    latest.current = onLoad
  }, [onLoad])

  // Restarted after each page: a bar that is still visible then loads again.
  useEffect(() => {
    if (isBusy || !bar.current || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    })
    observer.observe(bar.current)
    return () => observer.disconnect()
  }, [isBusy])

  return (
    <Box ref={bar} sx={{ display: 'grid', justifyItems: 'center', py: 2 }}>
      {/* Not disabled while it loads, to keep the keyboard focus. */}
      <Button
        color="inherit"
        aria-disabled={isLoading}
        onClick={() => !isBusy && onLoad()}
        sx={{ color: 'text.secondary' }}
      >
        {isLoading ? 'Loading...' : 'Load more'}
      </Button>
    </Box>
  )
}
