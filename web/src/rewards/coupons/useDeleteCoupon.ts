import {
  type Coupon,
  deleteCoupon,
  listCoupons,
  listCouponUses,
} from '@our-print/contract/rewards/coupons.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { plural } from '../../base/format/format.ts'

const stale = [listCoupons, listCouponUses]

/** Deletes a coupon after a confirmation, then calls `onGone`. */
export function useDeleteCoupon(onGone: (coupon: Coupon) => void) {
  const remove = useWrite(deleteCoupon, stale)
  const showDeleted = useUndoDelete(stale)
  const act = useAct()
  const client = useQueryClient()

  return function ask(coupon: Coupon) {
    const { id, code, usage_count } = coupon
    return act({
      question: {
        title: 'Do you want to delete this Coupon',
        body:
          usage_count > 0
            ? `${code} was used ${plural(usage_count, 'time')}. Those orders keep their discount; no other order can use it. It is kept in the bin for ${binDays} days.`
            : `No order can use ${code} any more. It is kept in the bin for ${binDays} days.`,
        action: 'Yes, Delete',
        danger: true,
      },
      send: () => remove.mutateAsync({ params: { id } }),
      done: () => {
        showDeleted({ ids: [id], message: 'Coupon Deleted', detail: code, undone: `${code} is back` })
        onGone(coupon)
      },
      failed: ({ message }) => {
        toast.failure('Error Occured while creating coupon', message)
        // Someone else may have deleted it already.
        void client.invalidateQueries({ queryKey: [listCoupons.url] })
      },
    })
  }
}
