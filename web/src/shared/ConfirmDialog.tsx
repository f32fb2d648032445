import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { createContext, type ReactNode, useCallback, useContext, useId, useState } from 'react'

export type Question = {
  title: string
  /** What will happen, in a sentence. */
  body?: ReactNode
  /** The button that goes ahead, as a verb. */
  action: string
  cancel?: string
  danger?: boolean
}

type Props = Question & { open?: boolean; busy?: boolean; onConfirm: () => void; onCancel: () => void }

/** Asks before something that is hard to take back. */
export function ConfirmDialog(props: Props) {
  const { title, body, action, cancel = 'Cancel', danger, open = true, busy, onConfirm, onCancel } = props
  const id = useId()
  return (
    <Dialog open={open} onClose={onCancel} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {body && <DialogContent sx={{ color: 'text.secondary' }}>{body}</DialogContent>}
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onCancel}>
          {cancel}
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={busy ?? false}
          onClick={onConfirm}
          autoFocus
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

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
