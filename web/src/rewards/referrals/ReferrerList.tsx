import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { clsx } from 'clsx'
import { memo, useRef } from 'react'
import type { ApiError } from '../../base/api/call.ts'
import { LoadMore } from '../../base/feedback/LoadMore.tsx'
import { phone, plural } from '../../base/format/format.ts'
import { PhoneOutlined as Phone } from '../../base/icons/screens.tsx'
import { Failed, NoRecords } from '../../base/list/ResourceStates.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Columns } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Heading, Text, VisuallyHidden } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { MarkFulfilled } from './MarkFulfilled.tsx'
import styles from './ReferrerList.module.css'
import { ReferrerSummary } from './ReferrerSummary.tsx'
import { loadFailure } from './referralTexts.ts'
import { type Filter, useReferrers } from './useReferrers.ts'

/** One referrer with claims and referrals. Memoized: drawn again only when the referrer changes. */
const ReferrerCard = memo(function ReferrerCard({ referrer }: { referrer: Referrer }) {
  const { user, referral_code } = referrer
  const name = useRef<HTMLAnchorElement>(null)
  return (
    <Card as="li" className={styles.card}>
      <div className={styles.head}>
        <div className={styles.who}>
          <Heading level="h2" like="h3">
            <span className={styles.name}>
              <Link ref={name} to={`/user/${user.id}`} tone="inherit">
                {fullName(user)}
              </Link>
            </span>
          </Heading>
          <div className={styles.contact}>
            <Link href={`tel:${user.mobile}`} tone="inherit">
              <span className={styles.phone}>
                <Phone size={15} />
                {phone(user.mobile)}
              </span>
            </Link>
            <code title="Referral code" className={styles.code}>
              {referral_code}
            </code>
          </div>
        </div>
        <MarkFulfilled referrer={referrer} onDone={() => name.current?.focus({ preventScroll: true })} />
      </div>
      <ReferrerSummary referrer={referrer} />
    </Card>
  )
})

/** The cards of the matching referrers, loaded while scrolling. */
export function ReferrerList({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const reply = useReferrers(filter)
  const { data: referrers, error, hasNextPage, isPlaceholderData } = reply
  if (error && !referrers) {
    return (
      <Card pad={0}>
        <Failed title={loadFailure} error={error} onRetry={reply.refetch} />
      </Card>
    )
  }
  // That nobody matched before says nothing about what is asked for now.
  if (!referrers || (isPlaceholderData && referrers.length === 0)) return <LoadingCards />
  if (referrers.length === 0) return <Nobody filter={filter} onClear={onClear} />
  return (
    <div aria-busy={reply.isFetching}>
      <ul aria-label="Referrers" className={clsx(styles.cards, isPlaceholderData && styles.old)}>
        {referrers.map((referrer) => (
          <ReferrerCard key={referrer.user.id} referrer={referrer} />
        ))}
      </ul>
      {error ? (
        <ReferralLoadFailure
          error={error}
          isRunning={reply.isFetching}
          onRetry={() => void (reply.isFetchNextPageError ? reply.fetchNextPage() : reply.refetch())}
        />
      ) : hasNextPage ? (
        <LoadMore
          isLoading={reply.isFetchingNextPage}
          isBusy={reply.isFetching}
          onLoad={() => void reply.fetchNextPage()}
        />
      ) : (
        <div className={styles.end}>
          <Text as="p" tone="muted" align="center">
            {plural(referrers.length, 'referrer')}
          </Text>
        </div>
      )}
      <VisuallyHidden as="output">
        {isPlaceholderData ? '' : `${plural(referrers.length, 'referrer')} shown`}
      </VisuallyHidden>
    </div>
  )
}

const Nobody = ({ filter, onClear }: { filter: Filter; onClear: () => void }) => (
  <Card pad={0}>
    <NoRecords
      isFiltered={filter.query !== undefined}
      onClear={onClear}
      empty={
        filter.due
          ? { hint: 'No claims are left. All are fulfilled.' }
          : {
              hint: 'Every customer has a referral code. They show here once a friend’s first order with it is delivered.',
              action: <Button to="/new_order">New order</Button>,
            }
      }
      beyond={false}
      onFirst={onClear}
    />
  </Card>
)

const LoadingCards = () => (
  <output className={styles.loading}>
    <Text size="small" tone="muted">
      Loading...
    </Text>
    <div aria-hidden>
      <Columns>
        {Array.from({ length: 4 }, (_, at) => (
          <Card key={at} className={styles.waiting}>
            <Skeleton width="45%" />
            <Skeleton width="30%" />
            <Skeleton shape="rounded" height={56} />
          </Card>
        ))}
      </Columns>
    </div>
  </output>
)

type Props = { error: ApiError; isRunning: boolean; onRetry: () => void }

/** Shown when a page of referrers failed to load; stays visible below the loaded cards. */
const ReferralLoadFailure = ({ error, isRunning, onRetry }: Props) => (
  <div className={styles.failure}>
    <Alert
      severity="error"
      title={loadFailure}
      action={
        <Button size="small" loading={isRunning} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {error.message}
    </Alert>
  </div>
)
