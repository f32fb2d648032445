import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The small buttons at the end of a row; at the bottom of a card as small as possible. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    sx={{
      display: 'flex',
      justifyContent: 'flex-end',
      alignItems: 'center',
      gap: 0.5,
      mt: { xs: -1, md: 0 },
      mb: { xs: -0.75, md: 0 },
      mr: { xs: -0.75, md: 0 },
    }}
  >
    {children}
  </Box>
)
