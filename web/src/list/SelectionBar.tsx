import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { count } from '../format/format.ts'

/** Actions on the selected rows; stays visible while a long list scrolls. Says so when none is selected. */
export const SelectionBar = ({
  number,
  onClear,
  children,
}: {
  number: number
  onClear: () => void
  children: ReactNode
}) => (
  <Box
    component="section"
    aria-label="Selected rows"
    sx={{
      position: number > 0 ? 'sticky' : 'static',
      top: 64,
      zIndex: 2,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 1,
      mb: 1,
      p: 0.75,
      pl: 1.5,
      border: 1,
      borderColor: number > 0 ? 'primary.main' : 'divider',
      borderRadius: 1,
      bgcolor: 'background.paper',
    }}
  >
    <Box
      component="span"
      sx={{
        minHeight: 28,
        lineHeight: '28px',
        ...(number > 0 ? { fontWeight: 600 } : { color: 'text.secondary' }),
      }}
    >
      {number > 0 ? `${count(number)} selected` : 'None selected'}
    </Box>
    {number > 0 && (
      <Button size="small" color="inherit" onClick={onClear} sx={{ color: 'text.secondary' }}>
        Clear
      </Button>
    )}
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' }}>{children}</Box>
  </Box>
)
