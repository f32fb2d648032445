import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type Props = { title: string; children?: ReactNode }

/** A message in the middle of the page. */
export const Notice = ({ title, children }: Props) => (
  <Box
    sx={{
      display: 'grid',
      justifyItems: 'center',
      alignContent: 'center',
      gap: 1,
      minHeight: '60vh',
      p: 3,
      textAlign: 'center',
      color: 'text.secondary',
      '& p': { m: 0, mb: 1, maxWidth: 440 },
    }}
  >
    <Typography variant="h1" sx={{ color: 'text.primary' }}>
      {title}
    </Typography>
    {children}
  </Box>
)
