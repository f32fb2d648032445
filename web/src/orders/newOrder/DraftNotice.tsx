import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { dangerous } from '../../base/dialog/useAct.tsx'
import { formatDateTime } from '../../base/format/format.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import type { OrderDraft } from './orderDrafts.ts'

const question = dangerous(
  'Discard this order?',
  'What you typed is removed from this device, and an empty form is shown.',
  'Discard',
  'Keep',
)

type Props = { draft: OrderDraft; onDiscard: () => void }

/** Says that an unfinished order was brought back, and what is missing of it. */
export function DraftNotice({ draft: { savedAt, files, missing }, onDiscard }: Props) {
  const confirm = useConfirm()
  const discard = async () => {
    if (await confirm(question)) onDiscard()
  }
  return (
    <Alert
      severity="info"
      action={
        <Button look="plain" size="small" onClick={() => void discard()}>
          Discard
        </Button>
      }
    >
      You started this order on {formatDateTime(savedAt)}. It was kept on this device for you.
      {files.length > 0 && ' Its files are uploaded again.'}
      {missing.length > 0 && (
        <div>This device had no space for these files, so choose them again: {missing.join(', ')}</div>
      )}
    </Alert>
  )
}
