import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import type { ConfirmProps } from './ConfirmDialog.tsx'

export default function ConfirmBox(props: ConfirmProps) {
  const { title, body, action, cancel = 'Cancel', danger, open = true, busy, onConfirm, onCancel } = props
  const id = useId()
  return (
    <Dialog open={open} onClose={onCancel} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {body && <DialogContent sx={{ color: 'text.secondary' }}>{body}</DialogContent>}
      <DialogActions>
        {/* Enter, pressed once too often, must not take away what cannot be had back. */}
        <Button variant="outlined" color="inherit" onClick={onCancel} autoFocus={danger ?? false}>
          {cancel}
        </Button>
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
