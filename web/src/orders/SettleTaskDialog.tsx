import {
  type CourierTask,
  listCourierTasks,
  settleCourierTask,
} from '@our-print/contract/orders/courierTasks.ts'
import { getOrder } from '@our-print/contract/orders/orders.ts'
import { useWrite } from '../base/api/api.ts'
import { SendDialog } from '../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../base/form/contractForm.tsx'
import { Text } from '../base/ui/Text.tsx'

type Props = { task: CourierTask; onClose: () => void }

/** Ends a refused act of a courier: somebody has done what was needed, and says what. */
export default function SettleTaskDialog({ task, onClose }: Props) {
  const { id, version, order_number, tried } = task
  const save = useWrite(settleCourierTask, [listCourierTasks, getOrder])
  const defaultValues = { note: '' }
  const form = useContractForm(settleCourierTask.schema.body, { defaultValues, mode: 'onSubmit' })
  return (
    <SendDialog
      title={`Settle the refused act of order ${order_number}`}
      form={form}
      save={save}
      submitLabel="Settle"
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body: { ...body, version } })}
      savedMessage={() => `Refused act of order ${order_number} settled`}
    >
      <Text as="div" flow="lines">
        {tried}
      </Text>
      <Text as="p" tone="muted">
        Nothing is done by this. Change the order first if it must be changed.
      </Text>
      <TextInput name="note" label="What was done about it" rows={2} hint="Saved in the order’s history" />
    </SendDialog>
  )
}
