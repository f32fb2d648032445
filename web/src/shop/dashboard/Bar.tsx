import Box from '@mui/material/Box'

/** A bar next to a number with the same value; hidden from screen readers. */
export const Bar = ({ share, ink = 'primary.main' }: { share: number; ink?: string }) => (
  <Box aria-hidden sx={{ height: 6, borderRadius: 3, bgcolor: 'action.hover', overflow: 'hidden' }}>
    <Box sx={{ height: '100%', borderRadius: 3, bgcolor: ink }} style={{ width: `${share * 100}%` }} />
  </Box>
)
