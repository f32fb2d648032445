import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { User } from '@our-print/contract/users.ts'
import { listPurchasedVouchers } from '@our-print/contract/vouchers.ts'
import { lazy, Suspense, useState } from 'react'
import { query } from '../shared/api.ts'
import { ResourceTable } from '../shared/ResourceTable.tsx'
import { useListState } from '../shared/useListState.ts'
import { customersPurchasedColumns } from '../vouchers/purchasedColumns.tsx'

const SellVoucherDialog = lazy(() => import('../vouchers/SellVoucherDialog.tsx'))

/** The vouchers that a customer bought with their coins. */
export function CustomerVouchers({ user }: { user: User }) {
  const list = useListState()
  const [selling, setSelling] = useState(false)
  return (
    <>
      <ResourceTable
        label="Vouchers of this user"
        list={list}
        rows={query(listPurchasedVouchers, { querystring: { ...list.paging, user_id: user.id } })}
        columns={customersPurchasedColumns}
        toolbar={
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button
              variant="outlined"
              color="inherit"
              disabled={!user.is_active}
              onClick={() => setSelling(true)}
            >
              Sell voucher
            </Button>
          </Box>
        }
        empty={{ hint: 'No voucher bought yet.' }}
      />
      {selling && (
        <Suspense fallback={null}>
          <SellVoucherDialog customer={user} onClose={() => setSelling(false)} />
        </Suspense>
      )}
    </>
  )
}
