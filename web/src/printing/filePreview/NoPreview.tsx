import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export type PreviewProps = {
  name: string
  url: string
  /** Creates a new link, for when this one has expired. */
  freshUrl: () => Promise<string>
  /** Shown if the file cannot be shown. */
  fallback: ReactNode
}

/** Says that a file cannot be shown here, and offers the fallback. */
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
