import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { count } from '../../base/format/format.ts'
import { ArrowDownward } from '../../base/icons/frame.tsx'
import { ArrowUpward } from '../../base/icons/home.tsx'

type Props = {
  title: string
  /** The days that the numbers cover, or "now". */
  note?: ReactNode
  /** A button at the end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the dashboard, with its title. */
export function Card({ title, note, action, children }: Props) {
  const id = useId()
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ minWidth: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1.5, pb: 1, minHeight: 48 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {note && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{note}</Box>}
        </Box>
        {action}
      </Box>
      {children}
    </Paper>
  )
}

/** A bar next to a number with the same value; hidden from screen readers. */
export const Bar = ({ share, ink = 'primary.main' }: { share: number; ink?: string }) => (
  <Box aria-hidden sx={{ height: 6, borderRadius: 3, bgcolor: 'action.hover', overflow: 'hidden' }}>
    <Box sx={{ height: '100%', borderRadius: 3, bgcolor: ink }} style={{ width: `${share * 100}%` }} />
  </Box>
)

/** A large number; a placeholder of the same size while it loads. */
export const BigNumber = ({ children }: { children: string | undefined }) => (
  <Box
    component="span"
    sx={{ display: 'block', fontSize: { xs: '1.375rem', sm: '1.5rem' }, lineHeight: '2rem', fontWeight: 650 }}
  >
    {children ?? <Skeleton sx={{ width: 56, maxWidth: '100%' }} />}
  </Box>
)

type ChangeTextProps = { now: number | undefined; before: number | undefined }

/** The change from the period before, in words and with an arrow: readable without colour. */
export function ChangeText({ now, before }: ChangeTextProps) {
  const line = {
    display: 'flex',
    alignItems: 'center',
    gap: 0.25,
    minHeight: 18,
    // One line in any font, as high as its placeholder: otherwise what is below moves.
    whiteSpace: 'nowrap',
    typography: 'body2',
  } as const
  if (now === undefined || before === undefined) {
    return (
      <Box component="span" sx={line}>
        <Skeleton sx={{ width: 64 }} />
      </Box>
    )
  }
  const share = before === 0 ? undefined : Math.round(((now - before) / before) * 100)
  if (share === undefined || share === 0) {
    return (
      <Box component="span" sx={{ ...line, color: 'text.secondary' }}>
        {now === before ? 'No change' : share === 0 ? 'About the same' : 'None before'}
      </Box>
    )
  }
  const more = share > 0
  const Arrow = more ? ArrowUpward : ArrowDownward
  return (
    <Box component="span" sx={{ ...line, color: more ? 'success.main' : 'error.main' }}>
      <Arrow size={14} />
      {count(Math.abs(share))}% {more ? 'more' : 'less'}
    </Box>
  )
}
