import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'

const quiet = { typography: 'caption', color: 'text.secondary' } as const

type OptionProps = { name: string; about?: string | null; aside?: string | undefined }

/** A record as a row of a picker: its name, a line that tells it from others, and a fact at the right. */
export const RecordOption = ({ name, about, aside }: OptionProps) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, width: 1, minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{name}</Box>
      {about && <Box sx={quiet}>{about}</Box>}
    </Box>
    {aside && <Box sx={{ ...quiet, whiteSpace: 'nowrap' }}>{aside}</Box>}
  </Box>
)

/** What a picker says where nothing is found, and where to add it. */
export const NoResults = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Box sx={{ color: 'text.primary' }}>{title}</Box>
    <Box sx={{ typography: 'caption' }}>{children}</Box>
  </>
)

/** A way to another screen out of a form: in a tab of its own, for what is typed here is not saved yet. */
export const LinkOption = ({ to, children }: { to: string; children: string }) => (
  <Link
    component={RouterLink}
    to={to}
    target="_blank"
    rel="noopener"
    // The list would take the press for one of its own.
    onMouseDown={(event) => event.stopPropagation()}
  >
    {children}
  </Link>
)
