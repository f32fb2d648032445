import { listOrders } from '@our-print/contract/orders/orders.ts'
import { getUser, listUsers, type User, updateUser } from '@our-print/contract/people/customers.ts'
import { listSoldPlans } from '@our-print/contract/rewards/plans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { query } from '../../../base/api/api.ts'
import { differences, usePatch } from '../../../base/api/useUpdate.ts'
import { activity } from '../../../base/format/format.ts'

/** Updates a customer; after a conflict and a reload the page shows the current record. */
export function useUpdateUser(user: User) {
  const client = useQueryClient()
  // Lists of orders and plans show the customer's name, too.
  return usePatch(updateUser, [listUsers, getUser, listOrders, listSoldPlans], {
    record: user,
    describe: userChanges,
    onCurrent: (current) =>
      client.setQueryData(query(getUser, { params: { id: user.id } }).queryKey, current),
  })
}

/** The changes between the version of a customer that the person saw and the current one. */
export const userChanges = (seen: User, current: User) =>
  differences([
    ['First name', seen.first_name, current.first_name],
    ['Last name', seen.last_name, current.last_name],
    ['Mobile', seen.mobile, current.mobile],
    ['Email', seen.email ?? '', current.email ?? ''],
    ['Notes', seen.notes, current.notes],
    ['Tags', seen.tags.join(', '), current.tags.join(', ')],
    ['Status', activity(seen), activity(current)],
  ])
