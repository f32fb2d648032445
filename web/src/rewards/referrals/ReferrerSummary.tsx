import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { count, dayOf, formatDateTime, phone } from '../../base/format/format.ts'
import { ExpandMore, WarningAmber } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Peek } from '../../base/ui/Peek.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { ClaimsList } from './ClaimsList.tsx'
import styles from './ReferrerSummary.module.css'
import { claimedOf, price, suspiciousOf } from './referralTexts.ts'

/** The claims and referrals of a referrer. */
export function ReferrerSummary({ referrer }: { referrer: Referrer }) {
  const suspicious = suspiciousOf(referrer)
  return (
    <>
      <ReferrerCounts referrer={referrer} />
      {suspicious > 0 && (
        <div className={clsx(styles.warning, styles.ofAll)}>
          <WarningAmber size={16} />
          {suspicious === 1 ? '1 referral looks suspicious' : `${suspicious} referrals look suspicious`}
        </div>
      )}
      <ReferralList referrer={referrer} />
    </>
  )
}

/** The claims of a referrer: total, fulfilled, remaining. */
const ReferrerCounts = ({ referrer }: { referrer: Referrer }) => {
  const { total_claims, remaining_claims } = referrer
  return (
    <div className={styles.figures}>
      <div>
        <span className={styles.label}>Eligible</span>
        <span className={styles.figure}>{count(total_claims)}</span>
      </div>
      <Peek panel={<ClaimsList referrer={referrer} />}>
        <span className={styles.label}>
          Claimed
          <ExpandMore size={16} />
        </span>{' '}
        <span className={styles.figure}>{count(claimedOf(referrer))}</span>
      </Peek>
      <div>
        <span className={styles.label}>Remaining</span>
        <span className={clsx(styles.figure, remaining_claims > 0 && styles.owed)}>
          {count(remaining_claims)}
        </span>
      </div>
    </div>
  )
}

const folded = 4

type Referral = Referrer['referrals'][number]

/** The referrals of a referrer, newest first; a long list is collapsed. */
function ReferralList({ referrer }: { referrer: Referrer }) {
  const { referrals, referrals_count } = referrer
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? referrals : referrals.slice(0, folded)
  return (
    <>
      <ul id={id} aria-label={`Referred by ${fullName(referrer.user)}`} className={styles.tiles}>
        {shown.map((referral) => (
          <Tile key={referral.id} referral={referral} />
        ))}
      </ul>
      <Row gap={2} className={styles.more}>
        {referrals.length > folded && (
          <Button
            look="plain"
            size="small"
            tone="muted"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer' : `Show all ${count(referrals.length)}`}
          </Button>
        )}
        {isOpen && referrals_count > referrals.length && (
          <Text size="small" tone="muted">
            The newest {count(referrals.length)} of {count(referrals_count)}
          </Text>
        )}
      </Row>
    </>
  )
}

const Tile = ({
  referral: { user, sale_amount, order, order_number, counted_at, suspicions },
}: {
  referral: Referral
}) => (
  <li className={styles.tile}>
    <div className={styles.line}>
      <Link to={`/user/${user.id}`} tone="inherit" strong>
        {fullName(user)}
      </Link>
      <span>{price(sale_amount)}</span>
    </div>
    <div className={clsx(styles.line, styles.faint)}>
      <span>{phone(user.mobile)}</span>
      <span title={formatDateTime(counted_at)}>{dayOf(counted_at)}</span>
    </div>
    <Link to={`/order/${order}`} tone="inherit">
      <Text tone="muted">Order {order_number}</Text>
    </Link>
    {suspicions.map((reason) => (
      <div key={reason} className={clsx(styles.warning, styles.ofOne)}>
        <WarningAmber size={16} />
        {reason}
      </div>
    ))}
  </li>
)
