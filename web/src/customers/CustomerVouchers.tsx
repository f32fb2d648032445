import { listSoldVouchers, soldVoucherOrderings } from '@our-print/contract/soldVouchers.ts'
import type { User } from '@our-print/contract/users.ts'
import { query } from '../api/api.ts'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { ResourceTable } from '../list/ResourceTable.tsx'
import { useListState } from '../list/useListState.ts'
import { customersPurchasedColumns } from '../soldVouchers/soldVoucherColumns.tsx'
import { SellButton } from './SellButton.tsx'

const SellVoucherDialog = lazyPart(() => import('../soldVouchers/SellVoucherDialog.tsx'))

/** The vouchers that a customer bought with their coins. */
export function CustomerVouchers({ user }: { user: User }) {
  const list = useListState([], { sortedBy: soldVoucherOrderings, name: 'vouchers of a customer' })
  return (
    <ResourceTable
      label="Vouchers of this user"
      list={list}
      rows={query(listSoldVouchers, { querystring: { ...list.paging, user_id: user.id } })}
      columns={customersPurchasedColumns}
      toolbar={
        <SellButton user={user} dialog={SellVoucherDialog}>
          Sell voucher
        </SellButton>
      }
      empty={{ hint: 'No voucher bought yet.' }}
    />
  )
}
