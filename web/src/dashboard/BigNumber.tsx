import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

/** A number people read from across the room; until it is there, its room is kept. */
export const BigNumber = ({ children }: { children: string | undefined }) => (
  <Box
    component="span"
    sx={{ display: 'block', fontSize: { xs: '1.375rem', sm: '1.5rem' }, lineHeight: '2rem', fontWeight: 650 }}
  >
    {children ?? <Skeleton sx={{ width: 56, maxWidth: '100%' }} />}
  </Box>
)
