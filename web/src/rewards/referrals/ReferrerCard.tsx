import { styled } from '@mui/material/styles'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import { phone } from '../../base/format/phone.ts'
import { PhoneOutlined as Phone } from '../../base/icons/home.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { MarkFulfilled } from './MarkFulfilled.tsx'
import { ReferrerSummary } from './ReferrerSummary.tsx'

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
export const ReferrerCard = memo(function ReferrerCard({ referrer }: { referrer: Referrer }) {
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
