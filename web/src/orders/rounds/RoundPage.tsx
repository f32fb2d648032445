import type { Order } from '@our-print/contract/orders/orders.ts'
import { inSequence } from '@our-print/contract/orders/roundSequence.ts'
import { useState } from 'react'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { LoadMore } from '../../base/feedback/LoadMore.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { plural } from '../../base/format/format.ts'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { ScanLink } from '../orderMoves/RoundLink.tsx'
import { statusAfter } from '../roundActs/predicted.ts'
import { useActs } from '../roundActs/roundActs.ts'
import { MapButton } from './MapButton.tsx'
import styles from './RoundPage.module.css'
import { RoundStops } from './RoundStops.tsx'
import { StartRound } from './StartRound.tsx'
import { readSequence, saveSequence } from './sequence.ts'
import { areasOf } from './stops.ts'
import { useStops } from './useStops.ts'

const ReorderStops = lazyPart(() => import('./ReorderStops.tsx'))

/** The round of the signed-in staff user: their stops by area, in the sequence that they choose. */
export function RoundPage() {
  const round = useStops()
  const { first, count, isDone, partOf } = round
  const { saved, save } = useSequence()
  const acts = useActs()
  const [isReordering, setReordering] = useState(false)
  useAfterFirstView(ReorderStops.preload)
  if (!first?.data && first?.error)
    return <LoadFailure title="Your round could not be loaded" reply={first} />
  if (!first?.data) return <Loading />

  const stops = inSequence(round.stops, saved, partOf)
  const isToSend = ({ id }: Order) =>
    acts.some((one) => one.order === id && ['delivered', 'assigned'].includes(statusAfter(one) ?? ''))
  const [toSend, open] = [stops.filter(isToSend), stops.filter((stop) => !isDone(stop) && !isToSend(stop))]
  const done = stops.length - open.length - toSend.length
  const summary = [
    `${plural(Math.max(count - toSend.length, open.length), 'stop')} left`,
    ...(done > 0 ? [`${done} done`] : []),
    ...(toSend.length > 0 ? [`${toSend.length} to send`] : []),
  ].join(', ')
  return (
    <Page
      title="Round"
      narrow
      subtitle={
        <Text size="small" tone="muted">
          {summary}
        </Text>
      }
      actions={
        <>
          <ScanLink />
          <MapButton round={stops} stops={open.filter(({ address }) => address !== null)} />
          {stops.length > 1 && (
            <Button aria-pressed={isReordering} onClick={() => setReordering(!isReordering)}>
              {isReordering ? 'Done' : 'Reorder'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        {stops.length === 0 && (
          <Card pad={8} className={styles.empty}>
            <Heading level="h2" like="h3">
              No Records found
            </Heading>
            <Text tone="muted">Nothing to deliver. New orders show here by themselves.</Text>
          </Card>
        )}
        {isReordering ? (
          <ReorderStops waiting={<Loading of="part" />} stops={stops} onChange={save} />
        ) : (
          <>
            <StartRound stops={open} count={count} />
            <RoundStops areas={areasOf(stops)} isDone={isDone} />
          </>
        )}
        {round.failed ? (
          <LoadFailure title="The next stops could not be loaded" reply={round.failed} />
        ) : (
          round.hasMore && (
            <LoadMore isLoading={round.isReading} isBusy={round.isReading} onLoad={round.readMore} />
          )
        )}
      </Stack>
    </Page>
  )
}

/** The ids of the stops in the sequence that the staff user chose. */
function useSequence() {
  const [saved, setSaved] = useState(readSequence)

  function save(ids: readonly string[]) {
    setSaved([...ids])
    saveSequence(ids)
  }

  return { saved, save }
}
