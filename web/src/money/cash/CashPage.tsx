import { getCash, type HandOver, listHandOvers } from '@our-print/contract/money/cash.ts'
import {
  type HandOverStatus,
  handOverStatuses,
  handOverStatusLabels,
} from '@our-print/contract/money/cashTerms.ts'
import { useState } from 'react'
import { query, useRead } from '../../base/api/api.ts'
import { Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { formatRecent, rupees } from '../../base/format/format.ts'
import { type Column, column, DayOf, Name, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import type { CashDialog } from './CashDialogs.tsx'
import styles from './CashPage.module.css'
import { CashTabs } from './CashTabs.tsx'
import { differenceText } from './cashTexts.ts'
import OwnCash from './OwnCash.tsx'

const CashDialogs = lazyPart(() => import('./CashDialogs.tsx'))

const statuses: Filter<'status', HandOverStatus | ''> = {
  name: 'status',
  label: 'Status',
  options: [
    { value: '', label: 'All hand-overs' },
    ...handOverStatuses.map((value) => ({ value, label: handOverStatusLabels[value] })),
  ],
}

const columns: readonly Column<HandOver>[] = [
  column('holder', 'Hand-over', { card: 'title' }, ({ number, holder_name }) => (
    <Text flow="twoLines">
      <Name>{`${number} · ${holder_name}`}</Name>
    </Text>
  )),
  column('status', 'Status', { width: 128, card: 'corner' }, ({ status }) => handOverStatusLabels[status]),
  column('declared_at', 'Declared', { width: 112 }, ({ declared_at }) => <DayOf recent time={declared_at} />),
  column('counted_by', 'Counted by', { width: 140, wide: true }, (each) => each.counted_by_name ?? '–'),
  numberColumn('counted', 'Counted', 120, ({ counted }) => (counted === null ? '–' : rupees(counted))),
  column('difference', 'Difference', {}, (handOver) => (
    <Text flow="line" title={handOver.reason ?? ''}>
      {[differenceText(handOver), handOver.reason].filter(Boolean).join(' · ') || '–'}
    </Text>
  )),
]

/** What everybody has in hand, what waits to be counted or explained, and all hand-overs. */
export function CashPage() {
  // What is in hand stands above the hand-overs, which would move when it comes.
  const cash = useRead(getCash, {})
  if (!cash.data && !cash.isFetched) return <Loading />
  return (
    <FilteredListPage
      title="Cash"
      label="Hand-overs"
      from={{ sortedBy: [], rows: (querystring) => query(listHandOvers, { querystring }) }}
      columns={columns}
      rowName={({ number }) => `hand-over ${number}`}
      search="Number, name, reason"
      filter={statuses}
      hint="Delivery staff hand over what they collected on their dashboard. You count it here, without seeing what they declared."
      above={
        <>
          <CashTabs value="hands" />
          <CashNow reply={cash} />
        </>
      }
    />
  )
}

/** The till, the hands, and what is to be done about them. */
function CashNow({ reply }: { reply: ReturnType<typeof useRead<typeof getCash>> }) {
  const { data } = reply
  const [dialog, setDialog] = useState<CashDialog>()
  if (!data)
    return (
      <Card className={styles.now}>
        <PartFailure reply={reply} what="The till and what is in hand" />
      </Card>
    )
  const isHidden = data.hands.some(({ amount }) => amount === null)
  const others = data.hands.filter(({ id }) => id !== data.own.id)
  return (
    <Stack gap={3} className={styles.now}>
      <div className={styles.cards}>
        <Card as="section" pad={3} aria-label="Till">
          <Text as="div" size="small" tone="muted">
            In the till
          </Text>
          <Text as="div" size="figure">
            {rupees(data.till ?? 0)}
          </Text>
        </Card>
        <Card as="section" pad={3} aria-label="In hand">
          <Text as="div" size="small" tone="muted">
            {isHidden ? 'In hand, but for what is to be counted' : 'In hand, all together'}
          </Text>
          <Text as="div" size="figure">
            {rupees(data.hands.reduce((sum, { amount }) => sum + (amount ?? 0), 0))}
          </Text>
        </Card>
      </div>
      {(data.own.amount > 0 || data.own.hand_over) && <OwnCash />}
      <Heading level="h2">In hand</Heading>
      {others.length === 0 ? (
        <Text tone="muted">Nobody else has cash in hand.</Text>
      ) : (
        <ul aria-label="In hand" className={styles.hands}>
          {others.map(({ id, full_name, amount, hand_over }) => (
            <Card as="li" key={id} pad={3} className={styles.hand}>
              <div className={styles.name}>
                <Text as="div" strong flow="line">
                  {full_name}
                </Text>
                <Text as="div" size="small" tone="muted">
                  {hand_over ? stateOf(hand_over) : 'Has not handed over'}
                </Text>
              </div>
              {amount !== null && <Text strong>{rupees(amount)}</Text>}
              {hand_over && (
                <Button
                  look="primary"
                  size="touch"
                  aria-label={`${verbOf(hand_over)} the cash of ${full_name}`}
                  onClick={() =>
                    setDialog({
                      open: hand_over.status === 'declared' ? 'count' : 'explain',
                      handOver: hand_over,
                    })
                  }
                >
                  {verbOf(hand_over)}
                </Button>
              )}
            </Card>
          ))}
        </ul>
      )}
      <Heading level="h2">Hand-overs</Heading>
      {dialog && <CashDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
    </Stack>
  )
}

const verbOf = ({ status }: HandOver) => (status === 'declared' ? 'Count' : 'Explain')

const stateOf = (handOver: HandOver) =>
  handOver.status === 'declared'
    ? `Handed over ${formatRecent(handOver.declared_at)}, to be counted`
    : `${differenceText(handOver)}, to be explained`
