import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import Link, { type LinkProps } from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
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

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of a page with a heading; unlabelled, as up to eight more landmarks would not help. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <Paper variant="outlined" component="section" sx={{ p: 2, minWidth: 0, overflowWrap: 'anywhere' }}>
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
      <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
        {title}
      </Typography>
      {aside}
    </Box>
    {children}
  </Paper>
)

export type Fact = { name: string; value: ReactNode; strong?: true }

/** Labels on the left, values on the right; numbers are aligned. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      columnGap: 2,
      rowGap: 0.5,
      typography: 'body2',
    }}
  >
    {facts.map(({ name, value, strong }) => (
      <Box key={name} sx={{ display: 'contents', ...(strong && { '& > *': { fontWeight: 650 } }) }}>
        <Box component="dt" sx={{ color: strong ? 'text.primary' : 'text.secondary' }}>
          {name}
        </Box>
        <Box component="dd" sx={{ m: 0, minWidth: 0, textAlign: 'right' }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
)

/** A button beside the main one, or in place of one where an action is not the next step. */
export const SecondaryButton = ((props: ButtonProps) => (
  <Button variant="outlined" color="inherit" {...props} />
)) as typeof Button

/** A small button without a frame, for what is done beside a record or a heading. */
export const TextButton = ((props: ButtonProps) => (
  <Button size="small" color="inherit" {...props} />
)) as typeof Button

/** A link to another screen. */
export const RouteLink = (props: Omit<LinkProps, 'href'> & { to: string }) => (
  <Link component={RouterLink} {...props} />
)

/** In a cell of a table: a name is never cut, it wraps. */
export const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const
