import { type Coupon, deleteCoupon, listCoupons, listCouponUses } from '@our-print/contract/coupons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../api/api.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { plural } from '../format/format.ts'

/** Deletes a coupon after a confirmation, then calls `onGone`. */
export function useDeleteCoupon(onGone: (coupon: Coupon) => void) {
  const remove = useWrite(deleteCoupon, [listCoupons, listCouponUses])
  const confirm = useConfirm()
  const client = useQueryClient()

  return async function ask(coupon: Coupon) {
    const { id, code, usage_count } = coupon
    const question = {
      title: 'Do you want to delete this Coupon',
      body:
        usage_count > 0
          ? `${code} was used ${plural(usage_count, 'time')}. Those orders keep their discount; no other order can use it.`
          : `No order can use ${code} any more.`,
      action: 'Yes, Delete',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await remove.mutateAsync({ params: { id } })
      toast.success('Coupon Deleted')
      onGone(coupon)
    } catch (error) {
      toast.failure('Error Occured while creating coupon', (error as Error).message)
      // Someone else may have deleted it already.
      void client.invalidateQueries({ queryKey: [listCoupons.url] })
    }
  }
}
