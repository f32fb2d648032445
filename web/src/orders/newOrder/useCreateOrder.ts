import { createOrder, listOrders, type NewOrder, type Order } from '@our-print/contract/orders/orders.ts'
import { listUsers } from '@our-print/contract/people/customers.ts'
import { listCoupons, listCouponUses, validateCoupon } from '@our-print/contract/rewards/coupons.ts'
import { listSoldPlans } from '@our-print/contract/rewards/plans.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIdempotencyKey } from '../../base/api/api.ts'
import { type ApiError, upload } from '../../base/api/call.ts'

/** Creates an order; a retry after a lost response still creates one order. */
export function useCreateOrder() {
  const client = useQueryClient()
  const key = useIdempotencyKey()
  return useMutation<Order, ApiError, NewOrder>({
    mutationFn: (order) =>
      key.guard(order, (idempotencyKey) => {
        const form = new FormData()
        form.append('order', JSON.stringify(order))
        return upload(createOrder, form, { idempotencyKey })
      }),
    onSuccess: () => {
      for (const { url } of [listOrders, listUsers, listSoldPlans, listCoupons, listCouponUses])
        void client.invalidateQueries({ queryKey: [url] })
    },
    onError: ({ fields }) => {
      // Someone else used pages of the plan: read them again.
      if (fields['user_subscription_plan']) void client.invalidateQueries({ queryKey: [listSoldPlans.url] })
      if (fields['coupon_code']) void client.invalidateQueries({ queryKey: [validateCoupon.url] })
    },
  })
}
