import {
  getOrder,
  listMyOrders,
  listOrders,
  type Order,
  updateOrder,
} from '@our-print/contract/orders/orders.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useWrite } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'

/** Says that an order is ready to be fetched, or no longer. Without a version: to say it twice is no conflict. */
export function useReady({ id, number }: Pick<Order, 'id' | 'number'>) {
  const write = useWrite(updateOrder, [listOrders, listMyOrders, getOrder, getStaffDashboard])
  async function setReady(is_ready: boolean): Promise<void> {
    try {
      await write.mutateAsync({ params: { id }, body: { is_ready } })
      toast.success(
        is_ready
          ? `Order ${number} is ready for pick-up`
          : `Order ${number} is not ready for pick-up any more`,
        { undo: () => void setReady(!is_ready) },
      )
    } catch (error) {
      toast.failure(error as Error)
    }
  }
  return { setReady, isPending: write.isPending }
}
