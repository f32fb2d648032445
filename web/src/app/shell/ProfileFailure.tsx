import Box from '@mui/material/Box'
import Button from '@mui/material/Button'

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
    <Button size="small" variant="outlined" color="inherit" onClick={() => void onRetry()}>
      Retry
    </Button>
  </Box>
)
