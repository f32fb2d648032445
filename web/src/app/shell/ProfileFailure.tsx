import Box from '@mui/material/Box'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'

/** By the specification: an error of the profile is shown in red in the shell. */
export const ProfileFailure = ({
  message,
  onRetry,
}: {
  message: string
  onRetry: () => Promise<unknown>
}) => (
  <Box
    role="alert"
    sx={{ display: 'flex', alignItems: 'center', gap: 2, px: { xs: 2, md: 3 }, pt: 2, color: 'error.main' }}
  >
    <span>{message}</span>
    <SecondaryButton size="small" onClick={() => void onRetry()}>
      Retry
    </SecondaryButton>
  </Box>
)
