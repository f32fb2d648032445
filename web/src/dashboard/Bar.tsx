import Box from '@mui/material/Box'

/** A bar beside a number that says the same: for the eye only. */
export const Bar = ({ share, ink = 'primary.main' }: { share: number; ink?: string }) => (
  <Box aria-hidden sx={{ height: 6, borderRadius: 3, bgcolor: 'action.hover', overflow: 'hidden' }}>
    <Box sx={{ height: '100%', borderRadius: 3, bgcolor: ink }} style={{ width: `${share * 100}%` }} />
  </Box>
)
