import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Client } from '@our-print/contract/rewards/clients.ts'
import { FailureBanner } from '../../base/feedback/FailureBanner.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import type { Message } from './useClientActions.ts'

type Props = { message: Message; onClose: () => void; onUpload: (client: Client) => void }

/** A message above the rows; scrolled into view, as the row that caused it can be far below. */
export const ListMessage = ({ message, onClose, onUpload }: Props) => (
  <Box
    ref={(box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' })}
    sx={{ mb: 1.5, scrollMarginTop: 72 }}
  >
    {'failure' in message ? (
      <FailureBanner details={message.failure} onClose={onClose} />
    ) : (
      <Alert
        severity="warning"
        variant="outlined"
        onClose={onClose}
        sx={{ alignItems: 'flex-start', overflowWrap: 'anywhere', '& .MuiAlert-action': { pt: 0 } }}
      >
        <strong>This client has no vouchers!</strong>
        <div>{message.without.name} has none yet.</div>
        <SecondaryButton size="small" onClick={() => onUpload(message.without)} sx={{ mt: 1 }}>
          Upload a file of codes
        </SecondaryButton>
      </Alert>
    )}
  </Box>
)
