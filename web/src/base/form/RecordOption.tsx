import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { RouteLink } from '../page/Page.tsx'

const secondarySx = { typography: 'caption', color: 'text.secondary' } as const

type OptionProps = { name: string; about?: string | null; aside?: string | undefined }

/** A record as a row of a picker: its name, a line that distinguishes it, and a fact on the right. */
export const RecordOption = ({ name, about, aside }: OptionProps) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, width: 1, minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{name}</Box>
      {about && <Box sx={secondarySx}>{about}</Box>}
    </Box>
    {aside && <Box sx={{ ...secondarySx, whiteSpace: 'nowrap' }}>{aside}</Box>}
  </Box>
)

/** Shown when a picker finds nothing, with where to create the record. */
export const NoResults = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Box sx={{ color: 'text.primary' }}>{title}</Box>
    <Box sx={{ typography: 'caption' }}>{children}</Box>
  </>
)

/** A link out of a form, opened in a new tab because the form is not saved yet. */
export const LinkOption = ({ to, children }: { to: string; children: string }) => (
  <RouteLink
    to={to}
    target="_blank"
    rel="noopener"
    // Otherwise the list handles the press as its own.
    onMouseDown={(event) => event.stopPropagation()}
  >
    {children}
  </RouteLink>
)
