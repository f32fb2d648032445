import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { count, formatDate, phone } from '../../base/format/format.ts'
import { ExpandMore, WarningAmber } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { ClaimsList } from './ClaimsList.tsx'
import styles from './ReferrerSummary.module.css'
import { claimedOf, price, suspiciousOf } from './referralTexts.ts'

/** The claims and referrals of a referrer. */
export function ReferrerSummary({ referrer }: { referrer: Referrer }) {
  const suspicious = suspiciousOf(referrer)
  return (
    <div className={styles.summary}>
      <ReferrerCounts referrer={referrer} />
      {suspicious > 0 && (
        <div className={styles.warning}>
          <WarningAmber size={16} />
          {suspicious === 1 ? '1 referral looks suspicious' : `${suspicious} referrals look suspicious`}
        </div>
      )}
      <ReferralList referrer={referrer} />
    </div>
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
      <Claims referrer={referrer}>
        <span className={styles.figure}>{count(claimedOf(referrer))}</span>
      </Claims>
      <div>
        <span className={styles.label}>Remaining</span>
        <span className={clsx(styles.figure, remaining_claims > 0 && styles.owed)}>
          {count(remaining_claims)}
        </span>
      </div>
    </div>
  )
}

/** Whether the target is inside the number or its list. */
const isWithin = (target: EventTarget | null, id: string) =>
  target instanceof Element && target.closest(`[data-claims="${id}"]`) !== null

// Enough time to move the pointer from the number to the list.
const hoverCloseDelayMs = 150

/** The number of claims. Its list shows while the number has the pointer or the focus, and stays after a click. */
function Claims({ referrer, children }: { referrer: Referrer; children: ReactNode }) {
  const id = useId()
  const [shown, setShown] = useState<'no' | 'peek' | 'pinned'>('no')
  const [button, setButton] = useState<HTMLElement | null>(null)
  const timer = useRef<number | undefined>(undefined)
  const isOpen = shown !== 'no'

  function peek() {
    window.clearTimeout(timer.current)
    setShown((now) => (now === 'no' ? 'peek' : now))
  }
  const closePeek = () => setShown((now) => (now === 'peek' ? 'no' : now))

  useEffect(() => {
    if (!isOpen) return undefined
    const close = () => setShown('no')
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    const onPress = ({ target }: PointerEvent) => !isWithin(target, id) && close()
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [isOpen, id])

  useEffect(() => () => window.clearTimeout(timer.current), [])

  return (
    <div
      data-claims={id}
      // Not interactive: it only tracks the pointer.
      role="presentation"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && peek()}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') timer.current = window.setTimeout(closePeek, hoverCloseDelayMs)
      }}
    >
      <button
        ref={setButton}
        type="button"
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-describedby={isOpen ? `${id}-list` : undefined}
        // A press also sets the focus; then the click decides what shows.
        onFocus={({ target }) => target.matches(':focus-visible') && peek()}
        onBlur={({ relatedTarget }) => {
          if (!isWithin(relatedTarget, id)) setShown('no')
        }}
        onClick={() => setShown((now) => (now === 'pinned' ? 'no' : 'pinned'))}
      >
        <span className={styles.label}>
          Claimed
          <ExpandMore size={16} />
        </span>{' '}
        {children}
      </button>
      {isOpen && <ClaimsList id={`${id}-list`} anchor={button} referrer={referrer} />}
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
      <ul id={id} className={styles.tiles} aria-label={`Referred by ${fullName(referrer.user)}`}>
        {shown.map((referral) => (
          <Tile key={referral.id} referral={referral} />
        ))}
      </ul>
      <Row gap={2}>
        {referrals.length > folded && (
          <Button
            look="plain"
            size="small"
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
  <li>
    <Row gap={2} align="start" justify="between">
      <Link to={`/user/${user.id}`} tone="inherit" strong>
        {fullName(user)}
      </Link>
      <Text flow="keep">{price(sale_amount)}</Text>
    </Row>
    <Text tone="muted">
      <Row as="span" gap={2} align="start" justify="between">
        <span>{phone(user.mobile)}</span>
        <Text flow="keep">{formatDate(counted_at)}</Text>
      </Row>
      <Link to={`/order/${order}`} tone="inherit">
        Order {order_number}
      </Link>
    </Text>
    {suspicions.map((reason) => (
      <div key={reason} className={styles.warning}>
        <WarningAmber size={16} />
        {reason}
      </div>
    ))}
  </li>
)
