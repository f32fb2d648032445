import type { User } from '@our-print/contract/people/customers.ts'
import { listSoldVouchers, soldVoucherOrderings } from '@our-print/contract/rewards/soldVouchers.ts'
import { query } from '../../../base/api/api.ts'
import { lazyPart } from '../../../base/feedback/lazyPart.tsx'
import { ResourceTable } from '../../../base/list/ResourceTable.tsx'
import { useListState } from '../../../base/list/useListState.ts'
import { customersPurchasedColumns } from '../../../rewards/soldVouchers/soldVoucherColumns.tsx'
import { SellButton } from './SellButton.tsx'

const SellVoucherDialog = lazyPart(() => import('../../../rewards/soldVouchers/SellVoucherDialog.tsx'))

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
