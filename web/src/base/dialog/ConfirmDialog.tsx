import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
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

/** Asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog(props: ConfirmProps) {
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

type AskConfirm = (question: ConfirmOptions) => Promise<boolean>

const Confirm = createContext<AskConfirm>(() => Promise.resolve(false))

/** `if (await confirm({ title, action })) …` */
export const useConfirm = () => useContext(Confirm)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<ConfirmOptions & { onAnswer: (yes: boolean) => void }>()
  const ask = useCallback<AskConfirm>(
    (question) => new Promise((onAnswer) => setPending({ ...question, onAnswer })),
    [],
  )
  const close = (yes: boolean) => {
    setPending(undefined)
    pending?.onAnswer(yes)
  }
  return (
    <Confirm value={ask}>
      {children}
      {pending && <ConfirmDialog {...pending} onConfirm={() => close(true)} onCancel={() => close(false)} />}
    </Confirm>
  )
}
