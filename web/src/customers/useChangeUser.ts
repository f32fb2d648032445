import { listOrders } from '@our-print/contract/orders.ts'
import { listUserPlans } from '@our-print/contract/plans.ts'
import { getUser, listUsers, patchUser, type User } from '@our-print/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { query, useWrite } from '../api/api.ts'
import { call } from '../api/call.ts'
import { differences, useChange } from '../api/useChange.ts'

export type UserChange = Partial<
  Pick<User, 'first_name' | 'last_name' | 'mobile' | 'email' | 'notes' | 'is_active'>
>

/** Changes a customer as they were seen; the page shows them as they are now when someone else was faster. */
export function useChangeUser(user: User) {
  const client = useQueryClient()
  // Lists of orders and plans carry the name, too.
  const write = useWrite(patchUser, [listUsers, getUser, listOrders, listUserPlans])
  const changing = useChange<User, UserChange>({
    record: user,
    write,
    read: () => call(getUser, { params: { id: user.id } }),
    describe: userChanges,
  })

  function reload(): User | undefined {
    const current = changing.reload()
    if (current) client.setQueryData(query(getUser, { params: { id: user.id } }).queryKey, current)
    return current
  }

  return { ...changing, reload }
}

/** What differs between a customer as they were seen and as they are. */
export const userChanges = (seen: User, now: User) =>
  differences([
    ['First name', seen.first_name, now.first_name],
    ['Last name', seen.last_name, now.last_name],
    ['Mobile', seen.mobile, now.mobile],
    ['Email', seen.email ?? '', now.email ?? ''],
    ['Notes', seen.notes, now.notes],
    ['State', seen.is_active ? 'active' : 'inactive', now.is_active ? 'active' : 'inactive'],
  ])
