import { listStaff, type StaffUser, updateStaff } from '@our-print/contract/people/staff.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/call.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { useRecordAction } from '../../base/dialog/useRecordAction.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { staffChanges } from './staffChanges.ts'

/** Activates or deactivates a staff user; calls `onOrdersHeld` if their open orders must be handed over first. */
export function useStaffActivity(person: StaffUser, onOrdersHeld: () => void) {
  const client = useQueryClient()
  const write = useWrite(updateStaff, [listStaff])
  const confirm = useConfirm()
  const run = useRecordAction()
  const { full_name: name } = person

  async function set(is_active: boolean) {
    try {
      const done = await run({
        name,
        record: person,
        action: is_active ? 'Activate' : 'Deactivate',
        danger: !is_active,
        send: ({ id, version }) => write.mutateAsync({ params: { id }, body: { is_active, version } }),
        describe: staffChanges,
        isDone: (now) => now.is_active === is_active,
      })
      if (done)
        toast.success(is_active ? `${name} can sign in again` : `${name} is deactivated and signed out`)
    } catch (error) {
      // The list is outdated: they were assigned an order meanwhile.
      void client.invalidateQueries({ queryKey: [listStaff.url] })
      if (error instanceof ApiError && error.code === 'holds_orders') onOrdersHeld()
      else toast.failure(error as Error)
    }
  }

  async function deactivate() {
    const question = {
      title: `Deactivate ${name}?`,
      body: person.is_superuser
        ? 'They are signed out everywhere at once and cannot sign in until they are activated again. API keys that they created go on: revoke those that they may know.'
        : 'They are signed out everywhere at once and cannot sign in until they are activated again.',
      action: 'Deactivate',
      danger: true,
    }
    if (person.open_orders > 0) onOrdersHeld()
    else if (await confirm(question)) await set(false)
  }

  return { activate: () => set(true), deactivate }
}
