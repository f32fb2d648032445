import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useState } from 'react'
import { doubleTapMs } from '../form/doubleTap.ts'
import { count } from '../format/format.ts'
import { TextButton } from '../page/Page.tsx'

type Place = 'header' | 'above' | 'bottom'

type Props = {
  number: number
  /** How many match, if all of them are selected. */
  matching: number | undefined
  /** Selects all that match, so many; offered when all of this page are selected. */
  offer: { count: number; select: () => void } | undefined
  onClear: () => void
  /** Over the table's header, above the table (always there), or at the bottom of a phone. */
  place: Place
  /** Told its height in pixels, whenever it is drawn. */
  onHeight: (height: number) => void
  children: ReactNode
}

/** Actions on the selected rows. Wherever it appears, nothing else moves: the next click is meant for the next row. */
export function SelectionBar({ number, matching, offer, onClear, place, onHeight, children }: Props) {
  const isSettled = useSettled(place !== 'bottom')
  return (
    <Box
      component="section"
      ref={(bar: HTMLElement | null) => {
        if (bar) onHeight(bar.offsetHeight)
      }}
      aria-label="Selected rows"
      sx={{
        display: 'flex',
        alignItems: 'center',
        columnGap: 1,
        rowGap: 0.75,
        bgcolor: 'background.paper',
        ...places[place],
        ...(place === 'above' && number > 0 && { borderColor: 'primary.main' }),
        // A second tap at this place is meant for the row below.
        ...(!isSettled && { pointerEvents: 'none' }),
      }}
    >
      <Box
        component="span"
        aria-live="polite"
        sx={{ minWidth: 76, ...(number > 0 ? { fontWeight: 600 } : { color: 'text.secondary' }) }}
      >
        {matching !== undefined
          ? `All ${count(matching)} that match are selected`
          : number > 0
            ? `${count(number)} selected`
            : 'None selected'}
      </Box>
      {number > 0 && (
        <TextButton onClick={onClear} sx={{ color: 'text.secondary' }}>
          Clear
        </TextButton>
      )}
      {offer && (
        <Button size="small" onClick={offer.select}>
          Select all {count(offer.count)} that match
        </Button>
      )}
      <Box sx={actions[place]}>{children}</Box>
    </Box>
  )
}

function useSettled(atOnce: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), doubleTapMs)
    return () => window.clearTimeout(timer)
  }, [])
  return atOnce || isSettled
}

/** The height of the app bar, below which things stick. */
export const belowAppBar = 56

/** Above the checkboxes of the cards, below dialogs. */
const fixedLayer = 1100

const places = {
  header: { height: 35, pl: 1, pr: 1, whiteSpace: 'nowrap', overflow: 'hidden' },
  above: {
    position: 'sticky',
    top: belowAppBar + 8,
    zIndex: 3,
    flexWrap: 'wrap',
    mb: 1,
    p: 0.75,
    pl: 1.5,
    minHeight: 42,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
  bottom: {
    position: 'fixed',
    left: 0,
    right: 0,
    bottom: 0,
    zIndex: fixedLayer,
    flexWrap: 'wrap',
    px: 2,
    pt: 0.75,
    pb: 'calc(10px + env(safe-area-inset-bottom))',
    borderTop: 1,
    borderColor: 'divider',
    boxShadow: '0 -4px 16px rgb(10 14 12 / 0.08)',
  },
} as const

const actions = {
  header: { display: 'flex', gap: 1, ml: 'auto' },
  above: { display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' },
  bottom: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 1,
    width: 1,
    '& > .MuiButton-root': { flex: '1 0 auto', minHeight: 44 },
  },
} as const
