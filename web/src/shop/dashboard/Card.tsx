import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

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
