import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../base/format/dates.ts'
import { count } from '../../base/format/format.ts'
import { phone } from '../../base/format/phone.ts'
import { WarningAmber } from '../../base/icons/frame.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { price } from './referralTexts.ts'

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
export function ReferralList({ referrer }: { referrer: Referrer }) {
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
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ mt: 1, ml: -1, color: 'text.secondary' }}
        >
          {isOpen ? 'Show fewer' : `Show all ${count(referrals.length)}`}
        </Button>
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
