import Box from '@mui/material/Box'

/** Shown while a chunk loads; appears after a delay, so that quick loads do not flicker. */
export const Loading = () => (
  <Box
    component="output"
    sx={{
      display: 'block',
      p: 4,
      color: 'text.secondary',
      textAlign: 'center',
      animation: 'show 0.2s 0.3s both',
      '@keyframes show': { from: { opacity: 0 } },
    }}
  >
    Loading...
  </Box>
)
