import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export type PreviewProps = {
  name: string
  url: string
  /** A link made just now, for when this one has run out. */
  freshUrl: () => Promise<string>
  /** Offered where the file cannot be shown. */
  fallback: ReactNode
}

/** A file that cannot be shown here, and the other way to it. */
export const NoPreview = ({ reason, children }: { reason: string; children: ReactNode }) => (
  <Box
    role="alert"
    sx={{
      display: 'grid',
      justifyItems: 'center',
      gap: 1.5,
      p: 4,
      borderRadius: 1,
      bgcolor: 'background.default',
      color: 'text.secondary',
      textAlign: 'center',
    }}
  >
    {reason}
    {children}
  </Box>
)
