import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../base/feedback/LoadFailure.tsx'
import { Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { plural } from '../../base/format/format.ts'
import { usePolling } from '../../base/live/live.ts'
import { Page } from '../../base/page/Page.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { ScanLink } from '../orderMoves/RoundLink.tsx'
import { MapLinks } from './MapLinks.tsx'
import { RoundStops } from './RoundStops.tsx'
import { roundOrders } from './roundOrders.ts'
import { areasOf, inSequence } from './stops.ts'
import { useSequence } from './useSequence.ts'
import { useStops } from './useStops.ts'

const ReorderStops = lazyPart(() => import('./ReorderStops.tsx'))

const refetchMs = 30_000

/** The round of the signed-in staff user: their stops by area, in the sequence that they choose. */
export function RoundPage() {
  const reply = useQuery({ ...roundOrders(), refetchInterval: usePolling(refetchMs) })
  const { stops: orders, isDone } = useStops(reply.data?.results)
  const { saved, save } = useSequence()
  const [isReordering, setReordering] = useState(false)
  useAfterFirstView(ReorderStops.preload)
  if (!reply.data && reply.error) return <LoadFailure title="Your round could not be loaded" reply={reply} />
  if (!reply.data) return <Loading />

  const stops = inSequence(orders, saved)
  const open = stops.filter((stop) => !isDone(stop))
  const more = reply.data.count - reply.data.results.length
  const summary = `${plural(open.length, 'stop')} left${open.length < stops.length ? `, ${stops.length - open.length} done` : ''}`
  return (
    <Page
      title="Round"
      narrow
      subtitle={
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {summary}
        </Box>
      }
      actions={
        <>
          <ScanLink />
          {stops.length > 1 && (
            <SecondaryButton
              aria-pressed={isReordering}
              onClick={() => setReordering(!isReordering)}
              sx={{ minHeight: { xs: 44, sm: 36 } }}
            >
              {isReordering ? 'Done' : 'Reorder'}
            </SecondaryButton>
          )}
        </>
      }
    >
      {more > 0 && (
        <Box sx={{ mb: 1.5 }}>
          These are the newest {stops.length}; {more} more are in Assigned.
        </Box>
      )}
      {stops.length === 0 && (
        <Paper variant="outlined" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
          <Box sx={{ typography: 'subtitle1', color: 'text.primary' }}>No Records found</Box>
          Nothing to deliver. New orders show here by themselves.
        </Paper>
      )}
      {isReordering ? (
        <ReorderStops waiting={<Loading of="part" />} stops={stops} onChange={save} />
      ) : (
        <>
          <MapLinks stops={open.filter(({ address }) => address !== null)} />
          <RoundStops areas={areasOf(stops)} isDone={isDone} />
        </>
      )}
    </Page>
  )
}
