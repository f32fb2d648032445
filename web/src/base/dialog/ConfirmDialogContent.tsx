import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { SecondaryButton } from '../page/Page.tsx'

export type ConfirmOptions = {
  title: string
  /** The effect of the action, in one sentence. */
  body?: ReactNode
  /** The label of the confirming button, a verb. */
  action: string
  cancel?: string
  danger?: boolean
}

export type ConfirmProps = ConfirmOptions & {
  open?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export default function ConfirmDialogContent(props: ConfirmProps) {
  const { title, body, action, cancel = 'Cancel', danger, open = true, busy, onConfirm, onCancel } = props
  const id = useId()
  return (
    <Dialog open={open} onClose={onCancel} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {body && <DialogContent sx={{ color: 'text.secondary' }}>{body}</DialogContent>}
      <DialogActions>
        {/* Cancel has the focus where the action is dangerous: pressing Enter once too often must not confirm it. */}
        <SecondaryButton onClick={onCancel} autoFocus={danger ?? false}>
          {cancel}
        </SecondaryButton>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={busy ?? false}
          onClick={onConfirm}
          autoFocus={!danger}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
