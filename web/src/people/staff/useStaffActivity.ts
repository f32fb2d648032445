import { listStaff, type StaffUser, updateStaff } from '@our-print/contract/people/staff.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/call.ts'
import type { ConfirmOptions } from '../../base/dialog/ConfirmDialogContent.tsx'
import { activation, useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { staffChanges } from './staffTexts.ts'

/** Activates or deactivates a staff user; calls `onOrdersHeld` if their open orders must be handed over first. */
export function useStaffActivity(person: StaffUser, onOrdersHeld: () => void) {
  const client = useQueryClient()
  const write = useWrite(updateStaff, [listStaff])
  const act = useAct()
  const { full_name: name } = person

  const set = (is_active: boolean, question?: ConfirmOptions) =>
    act({
      ...activation(is_active),
      ...(question && { question }),
      name,
      record: person,
      danger: !is_active,
      send: ({ id, version }) => write.mutateAsync({ params: { id }, body: { is_active, version } }),
      describe: staffChanges,
      done: is_active ? `${name} can sign in again` : `${name} is deactivated and signed out`,
      failed: (error) => {
        // The list is outdated: they were assigned an order meanwhile.
        void client.invalidateQueries({ queryKey: [listStaff.url] })
        if (error instanceof ApiError && error.code === 'holds_orders') onOrdersHeld()
        else toast.failure(error)
      },
    })

  async function deactivate() {
    if (person.open_orders > 0) return onOrdersHeld()
    await set(false, {
      title: `Deactivate ${name}?`,
      body: person.is_superuser
        ? 'They are signed out everywhere at once and cannot sign in until they are activated again. API keys that they created go on: revoke those that they may know.'
        : 'They are signed out everywhere at once and cannot sign in until they are activated again.',
      action: 'Deactivate',
      danger: true,
    })
  }

  return { activate: () => set(true), deactivate }
}
