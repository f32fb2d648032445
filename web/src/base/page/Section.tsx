import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type Props = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of a page with a heading; unlabelled, as up to eight more landmarks would not help. */
export const Section = ({ title, aside, children }: Props) => (
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
