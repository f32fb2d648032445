import Box from '@mui/material/Box'
import type { Coupon } from '@our-print/contract/rewards/coupons.ts'
import { useEffect, useRef } from 'react'
import { Tag } from '../../base/feedback/Tag.tsx'
import { plural, rupees } from '../../base/format/format.ts'
import {
  GroupOutlined as Group,
  PersonAddAltOutlined as PersonAdd,
  Schedule,
} from '../../base/icons/frame.tsx'
import { Repeat, RepeatOne } from '../../base/icons/screens.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { audienceOf, percent, stateOf, usageOf } from './couponTexts.ts'

export type CardActions = {
  onEdit: (coupon: Coupon) => void
  onDelete: (coupon: Coupon) => void
  /** Opens the list of its uses. */
  onLook: (coupon: Coupon) => void
}

type Props = CardActions & {
  coupon: Coupon
  /** Whether the form edits this coupon. */
  edited: boolean
}

const menuClearsAfterMs = 3000

/** One coupon as a card: the discount at the left edge, its facts next to it. */
export function CouponCard({ coupon, edited, onEdit, onDelete, onLook }: Props) {
  const { code, name, discount_percentage, usage_count, given_away } = coupon
  const state = stateOf(coupon)
  const expired = state === 'expired'
  return (
    <Box
      component="li"
      ref={useReturn(edited)}
      sx={{ ...card, borderColor: edited ? 'primary.main' : 'divider' }}
    >
      <Box sx={{ ...couponEdgeSx, ...(expired ? { color: 'text.secondary' } : { color: 'primary.main' }) }}>
        <Box sx={amount}>{percent(discount_percentage)}</Box>
        <Box sx={{ typography: 'caption', fontWeight: 600 }}>off</Box>
        {expired && <Box sx={ribbon}>EXPIRED</Box>}
      </Box>
      <Box sx={{ p: 1.5, pl: 2, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box component="h3" sx={codeLook}>
              {code}
            </Box>
            <Box sx={{ color: 'text.secondary' }}>{name}</Box>
          </Box>
          <Box sx={{ m: -0.5 }}>
            <RowMenu
              name={code}
              clearsAfter={menuClearsAfterMs}
              actions={[
                { label: 'Edit', onClick: () => onEdit(coupon) },
                { label: 'Delete', onClick: () => onDelete(coupon), danger: true },
              ]}
            />
          </Box>
        </Box>
        <Box sx={{ typography: 'body2', mt: 0.75 }}>
          <Day day={coupon.valid_from} /> to <Day day={coupon.valid_to} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
          <Tag label={audienceOf(coupon)} Icon={coupon.isfornew ? PersonAdd : Group} />
          <Tag label={usageOf(coupon)} Icon={coupon.one_time_only ? RepeatOne : Repeat} />
          {state === 'upcoming' && <Tag label="not started" Icon={Schedule} tone="off" />}
        </Box>
        <Box sx={footerSx}>
          <Box sx={{ flex: 1, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
            <span>Used {plural(usage_count, 'time')}</span>
            <span>{rupees(given_away)} given away</span>
          </Box>
          <SecondaryButton
            size="small"
            aria-label={`Uses of ${code}`}
            aria-haspopup="dialog"
            onClick={() => onLook(coupon)}
            sx={{ my: -0.5, minWidth: 0, color: 'text.primary' }}
          >
            Uses
          </SecondaryButton>
        </Box>
      </Box>
    </Box>
  )
}

/** Returns the focus to the card's menu when its coupon leaves the form, unless the focus is elsewhere. */
function useReturn(edited: boolean) {
  const card = useRef<HTMLLIElement>(null)
  const wasEdited = useRef(edited)
  useEffect(() => {
    const isLost = document.activeElement?.closest('main > *') === null
    if (wasEdited.current && !edited && isLost) card.current?.querySelector('button')?.focus()
    wasEdited.current = edited
  }, [edited])
  return card
}

/** A day as YYYY-MM-DD, as the specification writes the days of rewards. */
const Day = ({ day }: { day: string }) => (
  <time dateTime={day} style={{ whiteSpace: 'nowrap' }}>
    {day}
  </time>
)

const card = {
  display: 'grid',
  gridTemplateColumns: { xs: '84px minmax(0, 1fr)', sm: '112px minmax(0, 1fr)' },
  border: 1,
  borderRadius: 1.5,
  bgcolor: 'background.paper',
} as const

const couponEdgeSx = {
  position: 'relative',
  overflow: 'hidden',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  borderRight: '1px dashed',
  borderRightColor: 'divider',
  borderRadius: '8px 0 0 8px',
  bgcolor: 'action.hover',
} as const

const amount = {
  fontSize: { xs: '1.125rem', sm: '1.375rem' },
  lineHeight: '28px',
  fontWeight: 650,
  letterSpacing: '-0.01em',
} as const

const ribbon = {
  position: 'absolute',
  top: 17,
  left: -29,
  width: 116,
  transform: 'rotate(-45deg)',
  textAlign: 'center',
  fontSize: '0.625rem',
  lineHeight: '18px',
  fontWeight: 700,
  letterSpacing: '0.08em',
  color: '#ffffff',
  bgcolor: '#c0271c',
} as const

const codeLook = {
  m: 0,
  fontSize: '0.9375rem',
  lineHeight: '22px',
  fontWeight: 650,
  letterSpacing: '0.04em',
} as const

const footerSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  mt: 1,
  typography: 'body2',
  color: 'text.secondary',
} as const
