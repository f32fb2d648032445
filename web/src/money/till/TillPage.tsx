import { getCash } from '@our-print/contract/money/cash.ts'
import {
  type TillAct,
  type TillKind,
  tillActs,
  tillKindLabels,
  tillKinds,
} from '@our-print/contract/money/cashTerms.ts'
import { listTillEntries, reverseTillEntry, type TillEntry } from '@our-print/contract/money/till.ts'
import { useState } from 'react'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { rupees } from '../../base/format/format.ts'
import { actionsColumn, type Column, column, DayOf, Name, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, FilteredListPage } from '../../base/list/ListPage.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CashTabs } from '../cash/CashTabs.tsx'
import { signed } from '../cash/cashTexts.ts'
import styles from './TillPage.module.css'

const TillDialog = lazyPart(() => import('./TillDialog.tsx'))

const kinds: Filter<'kind', TillKind | ''> = {
  name: 'kind',
  label: 'Kind',
  options: [
    { value: '', label: 'All entries' },
    ...tillKinds.map((value) => ({ value, label: tillKindLabels[value] })),
  ],
}

const columns: readonly Column<TillEntry>[] = [
  column('text', 'Entry', { card: 'title' }, ({ kind, text }) => (
    <Text flow="twoLines">
      <Name>{text || tillKindLabels[kind]}</Name>
    </Text>
  )),
  column('kind', 'Kind', { width: 136, card: 'subtitle' }, ({ kind, reverses }) =>
    reverses ? `${tillKindLabels[kind]}, undone` : tillKindLabels[kind],
  ),
  column('at', 'When', { width: 120 }, ({ happened_at }) => <DayOf recent time={happened_at} />),
  column('by', 'By', { width: 124, wide: true }, ({ by_name }) => by_name),
  column('reference', 'Reference', { width: 112, optional: true }, ({ reference }) => reference ?? '–'),
  { ...numberColumn<TillEntry>('amount', 'Amount', 128, ({ amount }) => signed(amount)), card: 'corner' },
  actionsColumn(96, (entry) => <UndoButton entry={entry} />),
]

/** The cash of the shop itself: what came into the till and left it. */
export function TillPage() {
  const [act, setAct] = useState<TillAct>()
  const cash = useRead(getCash, {})
  const { data, error } = cash
  return (
    <FilteredListPage
      title="Till"
      from={{ sortedBy: [], rows: (querystring) => query(listTillEntries, { querystring }) }}
      columns={columns}
      rowName={({ text, kind }) => text || tillKindLabels[kind]}
      search="Reason, reference, payment"
      filter={kinds}
      hint="Put change into the till as its float. Payments in cash and counted hand-overs come by themselves."
      above={
        <>
          <CashTabs value="till" />
          <Card as="section" pad={3} aria-label="In the till" className={styles.till}>
            <div>
              <Text as="div" size="small" tone="muted">
                In the till
              </Text>
              <Text as="div" size="figure">
                {data ? rupees(data.till ?? 0) : error ? '–' : <Skeleton width={120} />}
              </Text>
              <PartFailure reply={cash} what="The till" />
            </div>
            <Row gap={2} wrap>
              {tillActs.map((each) => (
                <Button
                  key={each}
                  size="touch"
                  look={each === 'pay_out' ? 'primary' : 'secondary'}
                  onClick={() => setAct(each)}
                >
                  {tillKindLabels[each]}
                </Button>
              ))}
            </Row>
          </Card>
        </>
      }
    >
      {act && <TillDialog act={act} onClose={() => setAct(undefined)} />}
    </FilteredListPage>
  )
}

const canUndo = ({ kind, reverses, reversed_by }: TillEntry) =>
  (tillActs as readonly TillKind[]).includes(kind) && !reverses && !reversed_by

function UndoButton({ entry }: { entry: TillEntry }) {
  const reverse = useWrite(reverseTillEntry, [listTillEntries, getCash])
  const act = useAct()
  if (entry.reversed_by) return <Text tone="muted">Undone</Text>
  if (!canUndo(entry)) return null
  const what = `${tillKindLabels[entry.kind]} of ${rupees(Math.abs(entry.amount))}`
  const undo = () =>
    act({
      question: dangerous(
        `Undo this ${what.toLowerCase()}?`,
        'An entry of the opposite amount is made.',
        'Undo',
      ),
      send: () =>
        reverse.mutateAsync({
          params: { id: entry.id },
          body: { reason: `Undone: ${entry.text || what}`.slice(0, 200) },
        }),
      done: `${what} undone`,
    })
  return (
    <Button size="small" aria-label={`Undo ${what}`} onClick={() => void undo()}>
      Undo
    </Button>
  )
}
