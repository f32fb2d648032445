import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { useAfterFirstView } from '../feedback/useAfterFirstView.ts'
import type { ConfirmOptions, ConfirmProps } from './ConfirmDialogContent.tsx'

const ConfirmDialogContent = lazyPart(() => import('./ConfirmDialogContent.tsx'))

/** Asks for confirmation of an action that is hard to undo. */
export const ConfirmDialog = (props: ConfirmProps) => <ConfirmDialogContent {...props} />

type AskConfirm = (question: ConfirmOptions) => Promise<boolean>

const Confirm = createContext<AskConfirm>(() => Promise.resolve(false))

/** `if (await confirm({ title, action })) …` */
export const useConfirm = () => useContext(Confirm)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<ConfirmOptions & { onAnswer: (yes: boolean) => void }>()
  const [open, setOpen] = useState(false)
  const ask = useCallback<AskConfirm>(
    (question) =>
      new Promise((onAnswer) => {
        setPending({ ...question, onAnswer })
        setOpen(true)
      }),
    [],
  )
  useAfterFirstView(ConfirmDialogContent.preload)
  const close = (yes: boolean) => {
    setOpen(false)
    pending?.onAnswer(yes)
  }
  return (
    <Confirm value={ask}>
      {children}
      {pending && (
        <ConfirmDialog {...pending} open={open} onConfirm={() => close(true)} onCancel={() => close(false)} />
      )}
    </Confirm>
  )
}
