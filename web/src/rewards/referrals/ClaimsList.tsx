import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { count, formatDate, plural } from '../../base/format/format.ts'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import styles from './ClaimsList.module.css'
import { claimedOf } from './referralTexts.ts'

/** The fulfilled claims of a referrer, by their time. */
export function ClaimsList({ referrer }: { referrer: Referrer }) {
  const times = byTime(referrer.recent_claims)
  const shown = referrer.recent_claims.reduce((sum, { claims }) => sum + claims, 0)
  const earlier = claimedOf(referrer) - shown
  if (times.length === 0) return 'No claims so far'
  return (
    <Stack gap={2}>
      {times.map(({ claimed_at, by, claims }) => (
        <div key={claimed_at}>
          <Text as="div" size="caption" tone="muted">
            {formatDate(claimed_at)}
            {by && `, ${by}`}
          </Text>
          <ul className={styles.claims}>
            {claims.map((claim) => (
              <Row key={claim.user.id} as="li" gap={4} align="start" justify="between">
                <span>{fullName(claim.user)}</span>
                <Text flow="keep">{plural(claim.claims, 'claim')}</Text>
              </Row>
            ))}
          </ul>
        </div>
      ))}
      {earlier > 0 && <Text tone="muted">and {count(earlier)} earlier</Text>}
    </Stack>
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
