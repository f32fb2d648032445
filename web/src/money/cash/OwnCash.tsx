import { cancelHandOver, getCash, type HandOver, listHandOvers } from '@our-print/contract/money/cash.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { formatRecent, rupees } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { differenceText, unsentText } from './cashTexts.ts'
import styles from './OwnCash.module.css'

const CashDialogs = lazyPart(() => import('./CashDialogs.tsx'))

/** What the signed-in person has in hand, and their hand-over; `unsent`: what the phone has not sent of it yet. */
export default function OwnCash({ unsent = 0 }: { unsent?: number }) {
  const { data, error, isFetching, refetch } = useRead(getCash, {})
  const [isOpen, setOpen] = useState(false)
  const own = data?.own
  return (
    <Card as="section" pad={3} className={styles.card} aria-label="Cash in hand">
      <div className={styles.amount}>
        <Text as="div" size="small" tone="muted">
          Cash in hand
        </Text>
        <Text as="div" size="title">
          {own ? rupees(own.amount) : error ? '–' : <Skeleton width={110} />}
        </Text>
      </div>
      {own?.hand_over ? (
        <Waiting handOver={own.hand_over} />
      ) : own ? (
        <Button size="touch" disabled={own.amount === 0} onClick={() => setOpen(true)}>
          Hand over
        </Button>
      ) : (
        error && (
          <Button size="touch" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        )
      )}
      {error && !own && (
        <Text as="p" role="alert" size="small" tone="danger">
          {error.message}
        </Text>
      )}
      {unsent > 0 && (
        <Text as="p" size="small" tone="warning">
          {unsentText(unsent)}
        </Text>
      )}
      {isOpen && <CashDialogs dialog={{ open: 'declare', unsent }} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** What was handed over and is not finished. */
function Waiting({ handOver }: { handOver: HandOver }) {
  const cancel = useWrite(cancelHandOver, [getCash, listHandOvers])
  const act = useAct()
  const { id, status, declared, declared_at } = handOver
  const isCounted = status === 'difference'
  const takeBack = () =>
    act({
      question: {
        title: 'Take this hand-over back?',
        body: 'You count the cash again when you hand it over.',
        action: 'Take back',
      },
      send: () => cancel.mutateAsync({ params: { id } }),
      done: 'Taken back: the cash is in your hand',
    })
  return (
    <div className={styles.waiting}>
      <Text as="div" size="small">
        {isCounted
          ? `Counted: ${differenceText(handOver)}. The shop explains it.`
          : `${rupees(declared ?? 0)} handed over ${formatRecent(declared_at)}, waits to be counted`}
      </Text>
      {!isCounted && (
        <Button size="touch" loading={cancel.isPending} onClick={() => void takeBack()}>
          Take back
        </Button>
      )}
    </div>
  )
}
