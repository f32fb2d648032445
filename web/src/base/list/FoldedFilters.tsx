import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useState } from 'react'
import { TuneOutlined as Tune } from '../icons/home.tsx'
import { SecondaryButton } from '../page/Page.tsx'
import type { ListState } from './useListState.ts'

type Props = {
  list: Pick<ListState, 'filters'>
  /** A grid whose first element is the search box. */
  children: ReactNode
}

const buttonWidth = 112

/**
 * Where a list shows cards, only the search box stays in sight, so that the first card does, too; a button with the number
 * of active filters shows the others.
 */
export function FoldedFilters({ list, children }: Props) {
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  const [open, setOpen] = useState(false)
  if (!narrow) return children
  const active = Object.values(list.filters).filter(Boolean).length
  return (
    <Box
      sx={{
        position: 'relative',
        '& > div > div:first-of-type': { mr: `${buttonWidth + 8}px` },
        ...(!open && { '& > div > :not(:first-of-type)': { display: 'none' } }),
      }}
    >
      {children}
      <SecondaryButton
        startIcon={<Tune />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{ position: 'absolute', top: 0, right: 0, width: buttonWidth, minHeight: { xs: 44 }, px: 1 }}
      >
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </SecondaryButton>
    </Box>
  )
}
