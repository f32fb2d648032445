import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { ConfirmProps, Question } from './ConfirmBox.tsx'

const ConfirmBox = lazy(() => import('./ConfirmBox.tsx'))

/** Asks before something that is hard to take back. */
export const ConfirmDialog = (props: ConfirmProps) => (
  <Suspense fallback={null}>
    <ConfirmBox {...props} />
  </Suspense>
)

type Ask = (question: Question) => Promise<boolean>

const Confirm = createContext<Ask>(() => Promise.resolve(false))

/** `if (await confirm({ title, action })) …` */
export const useConfirm = () => useContext(Confirm)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Question & { answer: (yes: boolean) => void }>()
  const [open, setOpen] = useState(false)
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) => {
        setAsked({ ...question, answer })
        setOpen(true)
      }),
    [],
  )
  const settle = (yes: boolean) => {
    setOpen(false)
    asked?.answer(yes)
  }
  return (
    <Confirm value={ask}>
      {children}
      {asked && (
        <ConfirmDialog {...asked} open={open} onConfirm={() => settle(true)} onCancel={() => settle(false)} />
      )}
    </Confirm>
  )
}
