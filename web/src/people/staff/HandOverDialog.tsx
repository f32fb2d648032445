import { listMyOrders, listOrders } from '@our-print/contract/orders/orders.ts'
import { handOver, listStaff, type StaffUser, updateStaff } from '@our-print/contract/people/staff.ts'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { plural } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'
import { StaffPicker } from './StaffPicker.tsx'

/** Hands over all open orders of a staff user and then deactivates them, with one button. */
export default function HandOverDialog({ person, onClose }: { person: StaffUser; onClose: () => void }) {
  const handOverOrders = useWrite(handOver, [listStaff, listOrders, listMyOrders])
  const deactivate = useWrite(updateStaff, [listStaff])
  const form = useContractForm(handOver.schema.body, { defaultValues: { to: '' } })
  const { id, version, full_name: name, open_orders } = person

  async function submit(to: string) {
    try {
      const { moved } = await handOverOrders.mutateAsync({ params: { id }, body: { to } })
      await deactivate.mutateAsync({ params: { id }, body: { is_active: false, version } }).catch((error) => {
        // The orders are gone all the same.
        if (moved > 0) toast.success(`${plural(moved, 'order')} handed over`)
        throw error
      })
      toast.success(`${plural(moved, 'order')} handed over, ${name} is deactivated`)
      onClose()
    } catch {
      // The dialog shows which of the two steps failed, and why.
    }
  }

  return (
    <FormDialog
      title={`Deactivate ${name}?`}
      submitLabel="Hand over and deactivate"
      danger
      form={form}
      save={{
        isPending: handOverOrders.isPending || deactivate.isPending,
        error: handOverOrders.error ?? deactivate.error,
      }}
      onClose={onClose}
      onSubmit={({ to }) => submit(to)}
    >
      <Text as="div" tone="muted">
        {name} holds {open_orders > 0 ? plural(open_orders, 'open order') : 'open orders'}. Hand{' '}
        {open_orders === 1 ? 'it' : 'them'} over to someone else first; then {name} is signed out everywhere
        and cannot sign in.
      </Text>
      <StaffPicker name="to" label="Hand over to" except={id} autoFocus />
    </FormDialog>
  )
}
