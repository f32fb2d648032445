import { listPayments } from '@our-print/contract/money/payments.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import {
  listStatementLines,
  matchStatementLine,
  matchStatements,
  reopenStatementLine,
  type StatementLine,
  takeBackStatement,
} from '@our-print/contract/money/statements.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useState } from 'react'
import { query, useRead, useWrite } from '../../base/api/api.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDay, rupees } from '../../base/format/format.ts'
import { actionsColumn, type Column, column, numberColumn } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CashTabs } from '../cash/CashTabs.tsx'
import { signed } from '../cash/cashTexts.ts'
import { lines, statedMethods, stateLabels, states } from './statementTexts.ts'

const UploadStatementDialog = lazyPart(() => import('./UploadStatementDialog.tsx'))
const MatchDialog = lazyPart(() => import('./MatchDialog.tsx'))
const SetAsideDialog = lazyPart(() => import('./SetAsideDialog.tsx'))

const stale = [listStatementLines, listPayments]

const columns: readonly Column<StatementLine>[] = [
  column('day', 'Day', { width: 124, sort: { by: 'day', as: 'time' }, card: 'subtitle' }, ({ day }) =>
    formatDay(day),
  ),
  column('text', 'What the bank says', { card: 'title' }, ({ text, reference }) => (
    <>
      <Text flow="line" title={text || reference}>
        {text || reference || 'No text'}
      </Text>
      {text && reference && (
        <Text as="div" size="small" tone="muted" flow="line">
          {reference}
        </Text>
      )}
    </>
  )),
  column('method', 'How', { width: 120, wide: true }, ({ method }) => methodLabel(method)),
  column('state', 'Payment', { width: '26%' }, (line) => <Match line={line} />),
  {
    ...numberColumn<StatementLine>('amount', 'Amount', 120, ({ amount }) => signed(amount), 'amount'),
    card: 'corner',
  },
]

function Match({ line: { state, payment_number, payer, order_number, note } }: { line: StatementLine }) {
  const tone = state === 'open' || state === 'proposed' ? 'warning' : 'muted'
  const of = order_number === null ? 'account' : `order ${order_number}`
  return (
    <>
      <Text as="div" tone={tone} size="small">
        {stateLabels[state]}
      </Text>
      {payment_number !== null && (
        <Text flow="line">
          {payer}, {of}
        </Text>
      )}
      {state === 'set_aside' && <Text flow="line">{note}</Text>}
    </>
  )
}

type Opened = { line: StatementLine; dialog: 'match' | 'aside' }

/** What the bank, the UPI app and the card company say of the shop’s money, and what of it is not found. */
export function StatementsPage() {
  const list = useListState(['state', 'method'], { sortedBy: ['day', 'amount'] })
  const [opened, setOpened] = useState<Opened>()
  const { data: settings } = useRead(getConfiguration, {}, { staleTime: 600_000 })
  const methods: Filter<'method', string> = {
    name: 'method',
    label: 'How',
    options: [{ value: '', label: 'Any method' }, ...statedMethods(settings?.payment_methods ?? [])],
  }
  const { state } = filterBy(list, states)
  const { method } = list.filters
  const shown = state === 'all' ? {} : { state: state ?? ('todo' as const) }
  const close = () => setOpened(undefined)
  return (
    <ListPage
      title="Statements"
      list={list}
      rows={query(listStatementLines, {
        querystring: { ...list.paging, ...shown, ...(method && { method }) },
      })}
      columns={[...columns, actionsColumn<StatementLine>(148, actionsOf(setOpened))]}
      rowName={({ text, reference }) => text || reference || 'line'}
      search="Reference, text, note, payment"
      filters={
        <>
          <ListFilter list={list} filter={states} />
          <ListFilter list={list} filter={methods} />
        </>
      }
      hint="Upload the statement of your bank, UPI app or card company as CSV: its lines are matched to payments, and what is not found is listed here."
      create={{
        label: 'Upload',
        renderDialog: (done) => <UploadStatementDialog onClose={done} />,
      }}
      buttons={method && <MatchAgain method={method} />}
      above={<CashTabs value="statements" />}
      note={<Unstated />}
    >
      {opened?.dialog === 'match' && <MatchDialog line={opened.line} onClose={close} />}
      {opened?.dialog === 'aside' && <SetAsideDialog line={opened.line} onClose={close} />}
    </ListPage>
  )
}

/** How many payments the statements should have and have not. */
function Unstated() {
  const { data } = useRead(listPayments, { querystring: { in_statement: 'false', limit: '1' } })
  if (!data || data.count === 0) return null
  return (
    <Text as="p">
      <Link to="/payments?in_statement=false">
        {data.count === 1 ? '1 payment is' : `${data.count} payments are`} on no statement
      </Link>
    </Text>
  )
}

function MatchAgain({ method }: { method: string }) {
  const match = useWrite(matchStatements, stale)
  const act = useAct()
  return (
    <Button
      loading={match.isPending}
      onClick={() =>
        void act({
          send: () => match.mutateAsync({ body: { method } }),
          done: ({ open, proposed }) => toast.success(`${lines(open + proposed)} left to do`),
        })
      }
    >
      Match again
    </Button>
  )
}

const actionsOf = (open: ActionsProps['open']) => (line: StatementLine) => <Actions line={line} open={open} />

type ActionsProps = { line: StatementLine; open: (opened: Opened) => void }

function Actions({ line, open }: ActionsProps) {
  const confirm = useWrite(matchStatementLine, stale)
  const reopen = useWrite(reopenStatementLine, stale)
  const act = useAct()
  const { id, state, payment, version, amount, file_name } = line
  const name = `line of ${rupees(amount)}`
  const takeBack = useWrite(takeBackStatement, stale)
  const back = {
    label: 'Take its file back',
    danger: true,
    onClick: () =>
      void act({
        question: dangerous(
          `Take ${file_name} back?`,
          'All lines of this file go, with what was decided of them. Payments stay.',
          'Take back',
        ),
        send: () => takeBack.mutateAsync({ params: { id: line.statement } }),
        done: ({ taken_back }) => toast.success(`${lines(taken_back)} of ${file_name} taken back`),
      }),
  }
  const undo = () =>
    act({
      send: () => reopen.mutateAsync({ params: { id }, body: { version } }),
      done: 'The line is open again',
    })
  if (state === 'matched' || state === 'set_aside')
    return <RowMenu name={name} actions={[{ label: 'Undo', onClick: () => void undo() }, back]} />
  const match = () => open({ line, dialog: 'match' })
  const aside = { label: 'Set aside', onClick: () => open({ line, dialog: 'aside' }) }
  if (payment === null)
    return (
      <RowActions>
        <Button size="small" aria-label={`Match ${name}`} onClick={match}>
          Match
        </Button>
        <RowMenu name={name} actions={[aside, back]} />
      </RowActions>
    )
  const agree = () =>
    act({
      send: () => confirm.mutateAsync({ params: { id }, body: { payment, version } }),
      done: `Payment ${line.payment_number} matched`,
    })
  return (
    <RowActions>
      <Button size="small" aria-label={`Confirm ${name}`} onClick={() => void agree()}>
        Confirm
      </Button>
      <RowMenu name={name} actions={[{ label: 'Match otherwise', onClick: match }, aside, back]} />
    </RowActions>
  )
}
