import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Output } from '@our-print/contract/endpoint.ts'
import { pageSize } from '@our-print/contract/paging.ts'
import type { listCoupons } from '@our-print/contract/rewards/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Query } from '../../base/api/api.ts'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { SelectField } from '../../base/form/SelectField.tsx'
import { count } from '../../base/format/format.ts'
import { Pager } from '../../base/list/Pager.tsx'
import { Failed, LoadingRows, NoRecords } from '../../base/list/ResourceStates.tsx'
import { SearchBox } from '../../base/list/SearchBox.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { type CardActions, CouponCard } from './CouponCard.tsx'
import { type CouponState, matchesCoupon, stateOf } from './couponTexts.ts'

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
