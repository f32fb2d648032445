import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import LinearProgress from '@mui/material/LinearProgress'
import type { FloorOrder } from '@our-print/contract/printing/floor.ts'
import { Fragment, useEffect, useRef } from 'react'
import { waitingTime } from '../../base/format/format.ts'
import { type JobTone, jobText, optionsOf } from './floorTexts.ts'

const tones: Record<JobTone, string> = {
  waiting: 'text.secondary',
  busy: 'info.main',
  stopped: 'error.main',
  done: 'success.main',
}

type Props = { order: FloorOrder; isChosen: boolean; onChoose: () => void; onOpen: () => void }

/** One order: its number in letters that are read from two metres, what to put in, and how far it is. */
export function FloorCard({ order, isChosen, onChoose, onOpen }: Props) {
  const card = useRef<HTMLButtonElement>(null)
  const [tone, text] = jobText(order)
  const { number, title, created_at, job, shelf_place, notes } = order
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ButtonBase
        ref={card}
        aria-pressed={isChosen}
        onClick={onChoose}
        onDoubleClick={onOpen}
        // The keys of the page choose; the focus would go another way through the columns.
        tabIndex={isChosen ? 0 : -1}
        sx={{
          display: 'block',
          p: 1.5,
          textAlign: 'left',
          border: 1,
          borderLeft: 10,
          borderColor: 'divider',
          borderLeftColor: tones[tone],
          borderRadius: 1,
          bgcolor: 'background.paper',
          overflowWrap: 'anywhere',
          scrollMargin: 12,
          ...(isChosen && {
            outline: '4px solid var(--mui-palette-primary-main)',
            outlineOffset: 0,
          }),
        }}
      >
        <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
          <Box component="span" sx={{ fontSize: bigSize, lineHeight: 1.05, fontWeight: 750 }}>
            {number}
          </Box>
          <Box
            component="span"
            sx={{ flex: 1, textAlign: 'right', fontSize: factSize, color: 'text.secondary' }}
          >
            {waitingTime(created_at)}
          </Box>
        </Box>
        <Box component="span" sx={{ ...cut, fontSize: factSize, fontWeight: 600 }}>
          {title}
        </Box>
        <Box component="span" sx={{ display: 'block', fontSize: factSize, lineHeight: 1.3 }}>
          {optionsOf(order).map((option, at) => (
            <Fragment key={option}>
              {at > 0 && ' · '}
              <Box component="span" sx={{ display: 'inline-block' }}>
                {option}
              </Box>
            </Fragment>
          ))}
        </Box>
        {notes && (
          <Box component="span" sx={{ ...cut, fontSize: factSize, color: 'warning.main' }}>
            {notes}
          </Box>
        )}
        <Box
          component="span"
          sx={{ display: 'block', mt: 0.5, fontSize: factSize, fontWeight: 650, color: tones[tone] }}
        >
          {text}
          {shelf_place && ` · Shelf ${shelf_place}`}
        </Box>
        {job && tone === 'busy' && (
          <LinearProgress
            variant="determinate"
            aria-hidden
            value={Math.min(100, (job.impressions_done / Math.max(1, job.impressions)) * 100)}
            sx={{ mt: 0.75, height: 8, borderRadius: 1 }}
          />
        )}
      </ButtonBase>
    </Box>
  )
}

/** 24 pixels are 6 mm on a screen of 24 inches: read from two metres. */
const factSize = { xs: '1.0625rem', lg: '1.375rem' }
const bigSize = { xs: '2.25rem', lg: '3.25rem' }

const cut = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
