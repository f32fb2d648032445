import Alert from '@mui/material/Alert'
import type { ApiError } from '../../base/api/call.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { loadFailure } from './referralTexts.ts'

type Props = { error: ApiError; isRunning: boolean; onRetry: () => void }

/** Shown when a page of referrers failed to load; stays visible below the loaded cards. */
export const ReferralLoadFailure = ({ error, isRunning, onRetry }: Props) => (
  <Alert
    severity="error"
    variant="outlined"
    action={
      <SecondaryButton size="small" loading={isRunning} onClick={onRetry}>
        Retry
      </SecondaryButton>
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
