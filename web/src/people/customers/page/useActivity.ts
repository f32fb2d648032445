import { getUser, listUsers, type User, updateUser } from '@our-print/contract/people/customers.ts'
import { useWrite } from '../../../base/api/api.ts'
import { useConfirm } from '../../../base/dialog/ConfirmDialog.tsx'
import { useRecordAction } from '../../../base/dialog/useRecordAction.tsx'
import { toast } from '../../../base/feedback/toast.tsx'
import { fullName } from '../fullName.ts'
import { userChanges } from './useUpdateUser.ts'

/** Activates or deactivates a customer. */
export function useActivity(user: User) {
  const write = useWrite(updateUser, [listUsers, getUser])
  const confirm = useConfirm()
  const run = useRecordAction()
  const name = fullName(user)

  async function set(is_active: boolean) {
    try {
      const done = await run({
        name,
        record: user,
        action: is_active ? 'Activate' : 'Deactivate',
        danger: !is_active,
        send: ({ id, version }) => write.mutateAsync({ params: { id }, body: { is_active, version } }),
        describe: userChanges,
        isDone: (now) => now.is_active === is_active,
      })
      if (done) toast.success(is_active ? `${name} activated` : `${name} deactivated`)
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  async function deactivate() {
    const question = {
      title: `Deactivate ${name}?`,
      body: 'They cannot place orders until they are activated again. Their orders, coins and plans are kept.',
      action: 'Deactivate',
      danger: true,
    }
    if (await confirm(question)) await set(false)
  }

  return { activate: () => set(true), deactivate }
}
