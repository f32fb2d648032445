import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Output } from '@our-print/contract/endpoint.ts'
import { pageSize } from '@our-print/contract/paging.ts'
import type { Coupon, listCoupons } from '@our-print/contract/rewards/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Query } from '../../base/api/api.ts'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { count, plural, rupees } from '../../base/format/format.ts'
import {
  GroupOutlined as Group,
  PersonAddAltOutlined as PersonAdd,
  Schedule,
} from '../../base/icons/frame.tsx'
import { Repeat, RepeatOne } from '../../base/icons/screens.tsx'
import { SearchBox } from '../../base/list/ListTools.tsx'
import { Pager } from '../../base/list/Pager.tsx'
import { Failed, LoadingRows, NoRecords } from '../../base/list/ResourceStates.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { audienceOf, type CouponState, matchesCoupon, percent, stateOf, usageOf } from './couponTexts.ts'

type Props = CardActions & {
  rows: Query<Output<typeof listCoupons>>
  /** The id of the coupon that the form edits. */
  edited: string | undefined
  hint: string
  action: ReactNode
}

const states: readonly { value: CouponState | ''; label: string }[] = [
  { value: '', label: 'All coupons' },
  { value: 'running', label: 'Running' },
  { value: 'upcoming', label: 'Not started' },
  { value: 'expired', label: 'Expired' },
]

/** With more coupons than this, search and pages are shown. */
const searchThreshold = 5

/** All coupons, newest first. The server sends one list; it is searched and paged here. */
export function CouponCards({ rows, edited, hint, action, ...actions }: Props) {
  const list = useListState(['state'])
  const reply = useQuery(rows)
  const all = Array.isArray(reply.data) ? reply.data : (reply.data?.results ?? [])
  const state = states.find(({ value }) => value && value === list.filters.state)?.value ?? ''
  const found = all.filter(
    (coupon) => matchesCoupon(coupon, list.query) && (!state || stateOf(coupon) === state),
  )
  const shown = found.slice((list.page - 1) * pageSize, list.page * pageSize)
  return (
    <Box component="section" aria-label="My Coupons" sx={{ minWidth: 0, maxWidth: 600 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1.5 }}>
        <Typography variant="h2">My Coupons</Typography>
        {all.length > 0 && (
          <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
            {count(all.length)}
          </Box>
        )}
      </Box>
      {(all.length > searchThreshold || list.isFiltered) && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 152px', gap: 1, mb: 1.5 }}>
          <SearchBox list={list} placeholder="Code, name" />
          <SelectField
            label="State"
            hideLabel
            options={states}
            value={state}
            onChange={(value) => list.setFilter('state', value || null)}
          />
        </Box>
      )}
      {reply.isPending && <LoadingRows columns={['']} cards />}
      {reply.isError && !reply.data && (
        <Failed title="Error Occured while getting coupons" error={reply.error} onRetry={reply.refetch} />
      )}
      {reply.data && shown.length === 0 && (
        <NoRecords
          empty={{ hint, action }}
          isFiltered={list.isFiltered}
          onClear={list.clear}
          beyond={found.length > 0}
          onFirst={() => list.setPage(1)}
        />
      )}
      {shown.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {shown.map((coupon) => (
            <CouponCard key={coupon.id} coupon={coupon} edited={coupon.id === edited} {...actions} />
          ))}
        </Box>
      )}
      {found.length > pageSize && (
        <Pager page={list.page} pageSize={pageSize} total={found.length} onPage={list.setPage} />
      )}
      <Box component="output" sx={visuallyHidden}>
        {reply.data ? `${count(found.length)} found` : ''}
      </Box>
    </Box>
  )
}

type CardActions = {
  onEdit: (coupon: Coupon) => void
  onDelete: (coupon: Coupon) => void
  /** Opens the list of its uses. */
  onShowUses: (coupon: Coupon) => void
}

type CouponCardProps = CardActions & {
  coupon: Coupon
  /** Whether the form edits this coupon. */
  edited: boolean
}

const menuClearsAfterMs = 3000

/** One coupon as a card: the discount at the left edge, its facts next to it. */
function CouponCard({ coupon, edited, onEdit, onDelete, onShowUses }: CouponCardProps) {
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
            onClick={() => onShowUses(coupon)}
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
