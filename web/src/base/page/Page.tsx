import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTitle } from './useTitle.ts'

type Props = {
  title: string
  /** The name of the tab, where the title alone does not tell two records apart. */
  tab?: string
  /** Above the title: the way back. */
  above?: ReactNode
  /** Next to or below the title: a status, a count. */
  subtitle?: ReactNode
  /** Buttons at the end of the title's line. */
  actions?: ReactNode
  /** Limits the width, for forms and texts. */
  narrow?: boolean
  children: ReactNode
}

/** A screen in the shell: heading, actions, content. */
export function Page({ title, tab = title, above, subtitle, actions, narrow, children }: Props) {
  useTitle(tab)
  return (
    <Box
      sx={{
        px: { xs: 2, md: 3 },
        py: { xs: 2, md: 3 },
        maxWidth: narrow ? 560 : 1600,
        mx: narrow ? 0 : 'auto',
      }}
    >
      {above}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2, minHeight: 36 }}>
        <Box
          sx={{
            flex: '1 1 200px',
            minWidth: 0,
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            columnGap: 1.5,
          }}
        >
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {subtitle}
        </Box>
        {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
      </Box>
      {children}
    </Box>
  )
}
