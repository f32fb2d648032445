import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { ApiError } from '../../base/api/call.ts'
import { loadFailure } from './referralTexts.ts'

type Props = { error: ApiError; isRunning: boolean; onRetry: () => void }

/** Shown when a page of referrers failed to load; stays visible below the loaded cards. */
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
