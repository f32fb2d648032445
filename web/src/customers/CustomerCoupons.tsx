import Box from '@mui/material/Box'
import { listCouponUses } from '@our-print/contract/coupons.ts'
import type { User } from '@our-print/contract/users.ts'
import { query } from '../api/api.ts'
import { usesOfCustomer } from '../coupons/couponUseColumns.tsx'
import { ExportButton } from '../list/ExportButton.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { useListState } from '../list/useListState.ts'

/** The coupon uses of a customer; those of cancelled orders were given back. */
export function CustomerCoupons({ user }: { user: User }) {
  const list = useListState([], { name: 'coupons of a customer' })
  const rows = query(listCouponUses, { querystring: { ...list.paging, user_id: user.id } })
  return (
    <ResourceTable
      label="Coupons of this user"
      list={list}
      rows={rows}
      columns={usesOfCustomer}
      toolbar={
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <ExportButton rows={rows} />
        </Box>
      }
      empty={{ hint: 'No order of this user has used a coupon yet.' }}
    />
  )
}
