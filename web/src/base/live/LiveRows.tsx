import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { followList, type Waiting } from './followList.ts'
import { noHighlights, type RowHighlights } from './live.ts'
import { countOf, leftOf } from './topics.ts'

/** A changed row fades back, or without motion has a line at its side for as long. */
const markStyles = {
  '@keyframes changed': { from: { backgroundColor: 'rgba(255, 193, 7, 0.28)' } },
  '[data-changed]': {
    animation: 'changed 4s ease-in',
    '@media (prefers-reduced-motion: reduce)': {
      animation: 'none !important',
      boxShadow: 'inset 4px 0 rgb(255, 193, 7)',
    },
  },
  '[data-gone]': { opacity: 0.5 },
} as const

type Props = {
  queryKey: QueryKey
  /** Reads the list, whose pages have a count and results. */
  queryFn: unknown
  /** When the rows that are shown were read. */
  readAt: number
  onHighlights: (highlights: RowHighlights) => void
}

/** Follows the changes of a list; shows the button behind which new rows wait. Its React key is that of the list. */
export default function LiveRows({ queryKey, queryFn, readAt, onHighlights }: Props) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Waiting>()
  const follower = useRef<ReturnType<typeof followList>>(undefined)

  const follow = useEffectEvent(() =>
    followList({
      client,
      queryKey,
      queryFn,
      show: (found, highlights) => {
        setWaiting(found)
        onHighlights(highlights)
      },
    }),
  )
  const end = useEffectEvent(() => {
    setWaiting(undefined)
    onHighlights(noHighlights)
  })
  useEffect(() => {
    const own = follow()
    follower.current = own
    return () => {
      own.stop()
      end()
    }
  }, [])

  // When the page has read the list again itself, after a write of this person, nothing waits any more.
  const current = waiting && waiting.at >= readAt ? waiting : undefined
  const [url] = queryKey as [string]
  return (
    // Of no height, and over the list: nothing moves when it comes.
    <>
      <GlobalStyles styles={markStyles} />
      <Box
        component="output"
        sx={{
          display: 'flex',
          justifyContent: 'center',
          position: 'sticky',
          top: 64,
          height: 0,
          zIndex: 4,
          pointerEvents: 'none',
        }}
      >
        {current && (
          <Button
            variant="contained"
            size="small"
            onClick={() => follower.current?.showAll()}
            sx={{
              pointerEvents: 'auto',
              flex: 'none',
              height: { xs: 44, md: 32 },
              borderRadius: 4,
              transform: 'translateY(-12px)',
              boxShadow: 3,
            }}
          >
            {[
              ...(current.entered > 0 ? [countOf(url, current.entered)] : []),
              ...(current.left > 0 ? [leftOf(url, current.left)] : []),
            ].join(', ')}
          </Button>
        )}
      </Box>
    </>
  )
}
