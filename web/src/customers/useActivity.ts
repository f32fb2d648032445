import { getUser, listUsers, patchUser, type User } from '@our-print/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../shared/api.ts'
import { useConfirm } from '../shared/ConfirmDialog.tsx'
import { toast } from '../shared/toast.tsx'
import { fullName } from '../users/fullName.ts'

/** Lets a customer order again, or no more. */
export function useActivity(user: User) {
  const client = useQueryClient()
  const write = useWrite(patchUser, [listUsers, getUser])
  const confirm = useConfirm()
  const name = fullName(user)

  async function set(is_active: boolean) {
    try {
      await write.mutateAsync({ params: { id: user.id }, body: { is_active, version: user.version } })
      toast.success(is_active ? `${name} can order again` : `${name} can place no orders now`)
    } catch (error) {
      // What is shown is old, most likely: the next try is upon what is there now.
      void client.invalidateQueries({ queryKey: [getUser.url] })
      toast.failure(error as Error)
    }
  }

  async function deactivate() {
    const question = {
      title: `Deactivate ${name}?`,
      body: 'They can place no orders until they are activated again. Their orders, coins and plans stay.',
      action: 'Deactivate',
      danger: true,
    }
    if (await confirm(question)) await set(false)
  }

  return { activate: () => set(true), deactivate }
}
