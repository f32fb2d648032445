import { getUser, listUsers, type User, updateUser } from '@our-print/contract/people/customers.ts'
import { useWrite } from '../../../base/api/api.ts'
import type { ConfirmOptions } from '../../../base/dialog/ConfirmDialogContent.tsx'
import { activation, useAct } from '../../../base/dialog/useAct.tsx'
import { fullName } from '../fullName.ts'
import { userChanges } from './useUpdateUser.ts'

/** Activates or deactivates a customer. */
export function useActivity(user: User) {
  const write = useWrite(updateUser, [listUsers, getUser])
  const act = useAct()
  const name = fullName(user)

  const set = (is_active: boolean, question?: ConfirmOptions) =>
    act({
      ...activation(is_active),
      ...(question && { question }),
      name,
      record: user,
      danger: !is_active,
      send: ({ id, version }) => write.mutateAsync({ params: { id }, body: { is_active, version } }),
      describe: userChanges,
      done: is_active ? `${name} activated` : `${name} deactivated`,
    })

  const deactivate = () =>
    set(false, {
      title: `Deactivate ${name}?`,
      body: 'They cannot place orders until they are activated again. Their orders, coins and plans are kept.',
      action: 'Deactivate',
      danger: true,
    })

  return { activate: () => set(true), deactivate }
}
