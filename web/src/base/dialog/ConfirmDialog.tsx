import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import type { ConfirmOptions } from './ConfirmQuestion.tsx'

export type { ConfirmOptions }

/** Asks for confirmation of an action that is hard to undo. */
export const ConfirmDialog = lazyPart(() => import('./ConfirmQuestion.tsx'))

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
