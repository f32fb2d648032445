import { getCourierTask } from '@our-print/contract/orders/courierTasks.ts'
import { useRead } from '../base/api/api.ts'
import { LoadFailure, Loading } from '../base/feedback/Loading.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Dialog } from '../base/ui/Dialog.tsx'
import { Stack } from '../base/ui/Layout.tsx'
import { Text } from '../base/ui/Text.tsx'
import SettleTaskDialog, { ScanFacts } from './SettleTaskDialog.tsx'

/** A scan that was refused later, for which the phone had the code only: to settle, or how it was settled. */
export default function ScanTaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const reply = useRead(getCourierTask, { params: { id } })
  const task = reply.data
  if (task && !task.settled_at) return <SettleTaskDialog task={task} onClose={onClose} />
  return (
    <Dialog
      title="Refused scan"
      size="sm"
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {task ? (
        <Stack gap={2}>
          <ScanFacts task={task} />
          <Text as="div" flow="lines">
            Settled by {task.settled_by}: {task.note}
          </Text>
        </Stack>
      ) : reply.error ? (
        <LoadFailure title="This refused scan could not be loaded" reply={reply} />
      ) : (
        <Loading of="part" />
      )}
    </Dialog>
  )
}
