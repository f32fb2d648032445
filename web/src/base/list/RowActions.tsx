import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The small buttons at the end of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    sx={{
      display: 'flex',
      justifyContent: 'flex-end',
      alignItems: 'center',
      gap: 0.5,
      mt: { xs: -0.5, md: 0 },
      // Looks like what can be pressed, not like a fact in bold.
      '& .MuiButton-root': {
        minWidth: 44,
        px: 1.25,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      },
      '& .MuiButton-root:hover': { borderColor: 'text.disabled', bgcolor: 'action.hover' },
    }}
  >
    {children}
  </Box>
)
