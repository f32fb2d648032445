import {
  type CourierTask,
  getCourierTask,
  listCourierTasks,
  settleCourierTask,
} from '@our-print/contract/orders/courierTasks.ts'
import { getOrder } from '@our-print/contract/orders/orders.ts'
import { useWrite } from '../base/api/api.ts'
import { SendDialog } from '../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../base/form/contractForm.tsx'
import { DoneAt } from '../base/format/DoneAt.tsx'
import { Stack } from '../base/ui/Layout.tsx'
import { Link } from '../base/ui/Link.tsx'
import { Text } from '../base/ui/Text.tsx'
import { triedText } from './triedText.ts'

type Props = { task: CourierTask; onClose: () => void }

/** Ends a refused act of a courier: somebody has done what was needed, and says what. */
export default function SettleTaskDialog({ task, onClose }: Props) {
  const { id, version, order_number, code } = task
  const save = useWrite(settleCourierTask, [listCourierTasks, getCourierTask, getOrder])
  const name = order_number === null ? 'refused scan' : `refused act of order ${order_number}`
  const defaultValues = { note: '' }
  const form = useContractForm(settleCourierTask.schema.body, { defaultValues, mode: 'onSubmit' })
  return (
    <SendDialog
      title={`Settle the ${name}`}
      form={form}
      save={save}
      submitLabel="Settle"
      onClose={onClose}
      inputOf={(body) => ({ params: { id }, body: { ...body, version } })}
      savedMessage={() => `${name.replace('r', 'R')} settled`}
    >
      <Text as="div" flow="lines">
        {triedText(task)}
      </Text>
      {code !== null && <ScanFacts task={task} />}
      <Text as="p" tone="muted">
        Nothing is done by this. Change the order first if it must be changed.
      </Text>
      <TextInput
        name="note"
        label="What was done about it"
        rows={2}
        hint={order_number === null ? 'Saved with the scan' : 'Saved in the order’s history'}
      />
    </SendDialog>
  )
}

/** What was scanned by whom and when, why it was refused, and the order where the code names one. */
export function ScanFacts({ task }: { task: CourierTask }) {
  const { order, order_number, order_title, code, by, refusal } = task
  return (
    <Stack gap={1}>
      <Text as="div" flow="wrap">
        Scanned code: {code}
      </Text>
      {order && <Link to={`/order/${order}`}>{`#${order_number} ${order_title}`}</Link>}
      <Text as="div" size="small" tone="muted">
        {by} · <DoneAt times={task} />
      </Text>
      <Text as="div" flow="lines">
        {refusal}
      </Text>
    </Stack>
  )
}
