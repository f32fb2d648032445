import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

/** A large number; a placeholder of the same size while it loads. */
export const BigNumber = ({ children }: { children: string | undefined }) => (
  <Box
    component="span"
    sx={{ display: 'block', fontSize: { xs: '1.375rem', sm: '1.5rem' }, lineHeight: '2rem', fontWeight: 650 }}
  >
    {children ?? <Skeleton sx={{ width: 56, maxWidth: '100%' }} />}
  </Box>
)
