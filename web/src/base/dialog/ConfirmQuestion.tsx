import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Text } from '../ui/Text.tsx'

export type ConfirmOptions = {
  title: string
  /** The effect of the action, in one sentence. */
  body?: ReactNode
  /** The label of the confirming button, a verb. */
  action: string
  cancel?: string
  danger?: boolean
}

type ConfirmProps = ConfirmOptions & {
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The dialog of a question: it is loaded after the first screen. */
export default function ConfirmQuestion(props: ConfirmProps) {
  const { title, body, action, cancel = 'Cancel', danger = false, busy = false, onConfirm, onCancel } = props
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      actions={
        <>
          {/* Cancel has the focus where the action is dangerous: pressing Enter once too often must not confirm it. */}
          <Button onClick={onCancel} autoFocus={danger}>
            {cancel}
          </Button>
          <Button
            look="primary"
            tone={danger ? 'danger' : 'neutral'}
            loading={busy}
            onClick={onConfirm}
            autoFocus={!danger}
          >
            {action}
          </Button>
        </>
      }
    >
      {body && (
        <Text as="div" tone="muted">
          {body}
        </Text>
      )}
    </Dialog>
  )
}
