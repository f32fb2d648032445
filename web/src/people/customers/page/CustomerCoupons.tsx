import Box from '@mui/material/Box'
import type { User } from '@our-print/contract/people/customers.ts'
import { listCouponUses } from '@our-print/contract/rewards/coupons.ts'
import { query } from '../../../base/api/api.ts'
import { ExportButton } from '../../../base/list/ExportButton.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { usesOfCustomer } from '../../../rewards/coupons/couponUseColumns.tsx'

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
