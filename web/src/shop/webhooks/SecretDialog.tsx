import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { rotationHours } from '@our-print/contract/shop/webhooks.ts'
import { useId } from 'react'
import { SecretShown } from './SecretShown.tsx'

/** The secret after a rotation. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>New secret</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <SecretShown secret={secret} />
          <span>
            The old secret is valid for {rotationHours} more hours: change it in the receiver until then.
          </span>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
