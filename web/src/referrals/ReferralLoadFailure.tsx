import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { ApiError } from '../api/call.ts'
import { loadFailure } from './referralTexts.ts'

type Props = { error: ApiError; isRunning: boolean; onRetry: () => void }

/** A page that did not come, or a list that could not be read again; stays in sight over the cards that are there. */
export const ReferralLoadFailure = ({ error, isRunning, onRetry }: Props) => (
  <Alert
    severity="error"
    variant="outlined"
    action={
      <Button size="small" variant="outlined" color="inherit" loading={isRunning} onClick={onRetry}>
        Retry
      </Button>
    }
    sx={{
      position: 'sticky',
      bottom: 16,
      mt: 2,
      bgcolor: 'background.paper',
      overflowWrap: 'anywhere',
      '& .MuiAlert-action': { pt: 0, alignItems: 'center' },
    }}
  >
    <strong>{loadFailure}</strong>
    <div>{error.message}</div>
  </Alert>
)
