import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatDate, phone } from '../../base/format/format.ts'
import { ExpandMore, WarningAmber } from '../../base/icons/frame.tsx'
import { TextButton } from '../../base/page/Page.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { claimedOf, price, suspiciousOf } from './referralTexts.ts'

const Frame = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  '& a': { color: 'inherit', textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
  '& .warning': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    color: 'var(--mui-palette-warning-main)',
    ...theme.typography.caption,
  },
  '& > .warning': { marginBottom: theme.spacing(1) },
  '& .warning svg': { fontSize: 16, flex: 'none' },
}))

/** The claims and referrals of a referrer. */
export function ReferrerSummary({ referrer }: { referrer: Referrer }) {
  const suspicious = suspiciousOf(referrer)
  return (
    <Frame>
      <ReferrerCounts referrer={referrer} />
      {suspicious > 0 && (
        <div className="warning">
          <WarningAmber />
          {suspicious === 1 ? '1 referral looks suspicious' : `${suspicious} referrals look suspicious`}
        </div>
      )}
      <ReferralList referrer={referrer} />
    </Frame>
  )
}

const Figures = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  margin: theme.spacing(1.5, 0),
  borderBlock: '1px solid var(--mui-palette-divider)',
  '& > *': { padding: theme.spacing(1, 0) },
  '& > * + *': { borderLeft: '1px solid var(--mui-palette-divider)', paddingLeft: theme.spacing(2) },
  '& .label': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    color: 'var(--mui-palette-text-secondary)',
    ...theme.typography.caption,
  },
  '& .figure': { ...theme.typography.h2, display: 'block', textAlign: 'left' },
  '& .owed': { color: 'var(--mui-palette-success-main)' },
}))

/** The claims of a referrer: total, fulfilled, remaining. */
const ReferrerCounts = ({ referrer }: { referrer: Referrer }) => {
  const { total_claims, remaining_claims } = referrer
  return (
    <Figures>
      <div>
        <span className="label">Eligible</span>
        <span className="figure">{count(total_claims)}</span>
      </div>
      <Claims referrer={referrer}>
        <span className="figure">{count(claimedOf(referrer))}</span>
      </Claims>
      <div>
        <span className="label">Remaining</span>
        <span className={remaining_claims > 0 ? 'figure owed' : 'figure'}>{count(remaining_claims)}</span>
      </div>
    </Figures>
  )
}

const ClaimsList = lazyPart(() => import('./ClaimsList.tsx'))

const Trigger = styled('button')({
  display: 'block',
  width: '100%',
  padding: 0,
  '@media (max-width: 599.95px)': { minHeight: 44 },
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  '&:hover .label, &[aria-expanded=true] .label': { color: 'var(--mui-palette-text-primary)' },
  '& .label svg': { fontSize: 16 },
})

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
    // The list is elsewhere in the document, but React's pointer events follow the components.
    <div
      data-claims={id}
      // Not interactive: it only tracks the pointer.
      role="presentation"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && peek()}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') timer.current = window.setTimeout(closePeek, hoverCloseDelayMs)
      }}
    >
      <Trigger
        ref={setButton}
        type="button"
        aria-expanded={isOpen}
        aria-describedby={isOpen ? `${id}-list` : undefined}
        // A press also sets the focus; then the click decides what shows.
        onFocus={({ target }) => target.matches(':focus-visible') && peek()}
        onBlur={({ relatedTarget }) => {
          if (!isWithin(relatedTarget, id)) setShown('no')
        }}
        onClick={() => setShown((now) => (now === 'pinned' ? 'no' : 'pinned'))}
      >
        <span className="label">
          Claimed
          <ExpandMore />
        </span>
        {children}
      </Trigger>
      {isOpen && <ClaimsList id={id} anchor={button} referrer={referrer} />}
    </div>
  )
}

const folded = 4

const Tiles = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: theme.spacing(1),
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
  '& > li': {
    minWidth: 0,
    padding: theme.spacing(1, 1.25),
    borderRadius: 6,
    backgroundColor: 'var(--mui-palette-background-default)',
    ...theme.typography.body2,
  },
  '& .line': { display: 'flex', justifyContent: 'space-between', gap: theme.spacing(0, 1) },
  '& .line > :first-of-type': { minWidth: 0 },
  '& .line > :last-child': { flex: 'none' },
  '& .name': { fontWeight: 600 },
  '& .faint': { color: 'var(--mui-palette-text-secondary)' },
  '& .warning': { marginTop: 4, alignItems: 'flex-start' },
}))

type Referral = Referrer['referrals'][number]

/** The referrals of a referrer, newest first; a long list is collapsed. */
function ReferralList({ referrer }: { referrer: Referrer }) {
  const { referrals, referrals_count } = referrer
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? referrals : referrals.slice(0, folded)
  return (
    <>
      <Tiles id={id} aria-label={`Referred by ${fullName(referrer.user)}`}>
        {shown.map((referral) => (
          <Tile key={referral.id} referral={referral} />
        ))}
      </Tiles>
      {referrals.length > folded && (
        <TextButton
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ mt: 1, ml: -1, color: 'text.secondary' }}
        >
          {isOpen ? 'Show fewer' : `Show all ${count(referrals.length)}`}
        </TextButton>
      )}
      {isOpen && referrals_count > referrals.length && (
        <Box component="span" sx={{ ml: 1, typography: 'body2', color: 'text.secondary' }}>
          The newest {count(referrals.length)} of {count(referrals_count)}
        </Box>
      )}
    </>
  )
}

const Tile = ({
  referral: { user, sale_amount, order, order_number, counted_at, suspicions },
}: {
  referral: Referral
}) => (
  <li>
    <div className="line">
      <Link to={`/user/${user.id}`} className="name">
        {fullName(user)}
      </Link>
      <span>{price(sale_amount)}</span>
    </div>
    <div className="line faint">
      <span>{phone(user.mobile)}</span>
      <span>{formatDate(counted_at)}</span>
    </div>
    <Link to={`/order/${order}`} className="faint">
      Order {order_number}
    </Link>
    {suspicions.map((reason) => (
      <div key={reason} className="warning">
        <WarningAmber />
        {reason}
      </div>
    ))}
  </li>
)
