import {
  deleteStockItem,
  listStock,
  type StockItem,
  stockOrderings,
  updateStockItem,
} from '@our-print/contract/printing/stock.ts'
import { useState } from 'react'
import { query, useWrite } from '../../base/api/api.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { count } from '../../base/format/format.ts'
import { ErrorOutlined, WarningAmber } from '../../base/icons/frame.tsx'
import {
  actionsColumn,
  type Column,
  column,
  Name,
  nameColumn,
  numberColumn,
} from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'
import type { StockDialog } from './StockDialogs.tsx'
import styles from './StockPage.module.css'
import { aboutItem, amountOf, costOfOne, lasts, stockChanges, unitOf } from './stockTexts.ts'

const StockDialogs = lazyPart(() => import('./StockDialogs.tsx'))

const kinds: Filter<'kind', 'paper' | 'toner' | ''> = {
  name: 'kind',
  label: 'Kind',
  options: [
    { value: '', label: 'Paper and toner' },
    { value: 'paper', label: 'Paper' },
    { value: 'toner', label: 'Toner' },
  ],
}

const lows: Filter<'is_low', 'true' | ''> = {
  name: 'is_low',
  label: 'Amount',
  options: [
    { value: '', label: 'Any amount' },
    { value: 'true', label: 'Low' },
  ],
}

const columns: readonly Column<StockItem>[] = [
  nameColumn('name', (item) => (
    <div className={styles.name}>
      <Text flow="twoLines">
        <Name>{item.name}</Name>
      </Text>
      {/* On a card it has a line of its own. */}
      <div className={styles.about}>
        <Text flow="wrap" size="caption" tone="muted">
          {aboutItem(item)}
        </Text>
      </div>
    </div>
  )),
  column('about', 'What it is', { only: 'card', card: 'subtitle' }, aboutItem),
  numberColumn('amount', 'There is', 188, (item) => <StockLevel item={item} />, 'amount'),
  { ...numberColumn<StockItem>('low_at', 'Low at', 108, (item) => amountOf(item, item.low_at)), wide: true },
  numberColumn('lasts', 'Lasts', 104, lasts),
  {
    ...numberColumn<StockItem>('used', 'Used in 30 days', 132, (item) => amountOf(item, item.used_recently)),
    optional: true,
  },
  { ...numberColumn<StockItem>('unit_cost', 'Cost', 116, costOfOne), wide: true },
  actionsColumn(216, (item) => <StockActions item={item} />),
]

/** Paper and toner: what is there, how long it lasts, what it costs. */
export function StockPage() {
  const list = useListState(['kind', 'is_low'], { sortedBy: stockOrderings })
  return (
    <ListPage
      title="Stock"
      list={list}
      rows={query(listStock, {
        querystring: { ...list.paging, ...filterBy(list, kinds), ...filterBy(list, lows) },
      })}
      columns={columns}
      rowName={({ name }) => name}
      search="Name, printer"
      filters={
        <>
          <ListFilter list={list} filter={kinds} />
          <ListFilter list={list} filter={lows} />
        </>
      }
      hint="Print jobs take their paper and toner from here. Create the paper you use, then enter what is there."
      create={{
        label: 'New item',
        renderDialog: (close) => <StockDialogs item={null} open="new" onClose={close} />,
      }}
    />
  )
}

/** How much there is, with a mark where it is low. */
function StockLevel({ item }: { item: StockItem }) {
  const { amount, level, is_active } = item
  const mark = is_active ? marks[level] : undefined
  return (
    <>
      {mark && (
        <span className={styles.mark}>
          <Text tone={mark.tone}>
            <mark.Icon size={14} /> {amount < 0 ? 'Count it' : mark.label}
          </Text>
        </span>
      )}
      <span className={styles.amount}>
        <Text strong>{amount < 0 ? `−${count(-amount)}` : count(amount)}</Text>{' '}
        <Text tone="muted">{unitOf(item, amount)}</Text>
      </span>
    </>
  )
}

const marks = {
  enough: undefined,
  low: { label: 'Low', Icon: WarningAmber, tone: 'warning' },
  out: { label: 'None', Icon: ErrorOutlined, tone: 'danger' },
} as const

/** The actions on one item of the stock. */
function StockActions({ item }: { item: StockItem }) {
  const [open, setOpen] = useState<StockDialog>()
  const { change, remove } = useStockActions()
  const { name, kind, is_active, is_default } = item
  return (
    <RowActions>
      {is_active && (
        <Button size="small" aria-label={`Enter a delivery of ${name}`} onClick={() => setOpen('delivery')}>
          Delivery
        </Button>
      )}
      <Button size="small" aria-label={`Count ${name}`} onClick={() => setOpen('count')}>
        Count
      </Button>
      <RowMenu
        name={name}
        actions={[
          { label: 'History', onClick: () => setOpen('history') },
          { label: 'Edit', onClick: () => setOpen('edit') },
          ...(kind === 'paper' && is_active && !is_default
            ? [{ label: 'Use for print jobs', onClick: () => void change(item, 'default') }]
            : []),
          is_active
            ? { label: 'Deactivate', onClick: () => void change(item, 'deactivate') }
            : { label: 'Activate', onClick: () => void change(item, 'activate') },
          { label: 'Delete', onClick: () => void remove(item), danger: true },
        ]}
      />
      {open && <StockDialogs item={item} open={open} onClose={() => setOpen(undefined)} />}
    </RowActions>
  )
}

type Change = 'default' | 'activate' | 'deactivate'

const changes = {
  default: { body: { is_default: true }, action: 'Use for print jobs' },
  activate: { body: { is_active: true }, action: 'Activate' },
  deactivate: { body: { is_active: false }, action: 'Deactivate' },
} as const

/** Actions on an item that need no form. */
function useStockActions() {
  const patch = useWrite(updateStockItem, [listStock])
  const removal = useWrite(deleteStockItem, [listStock])
  const act = useAct()

  function change(item: StockItem, wanted: Change) {
    const { body, action } = changes[wanted]
    return act({
      name: item.name,
      record: item,
      action,
      send: ({ id, version }) => patch.mutateAsync({ params: { id }, body: { ...body, version } }),
      describe: stockChanges,
      isDone: (now) => (wanted === 'default' ? now.is_default : now.is_active === (wanted === 'activate')),
      done: (now) => toast.success(messageOf(now, wanted)),
    })
  }

  const remove = ({ id, name }: StockItem) =>
    act({
      question: dangerous(
        `Delete ${name}?`,
        'Only an item without deliveries and uses can be deleted. This cannot be undone.',
        'Delete',
      ),
      send: () => removal.mutateAsync({ params: { id } }),
      done: `${name} deleted`,
    })

  return { change, remove }
}

function messageOf({ name, paper_size }: StockItem, wanted: Change): string {
  if (wanted === 'default') return `Print jobs on ${paper_size} use ${name} now`
  return wanted === 'activate' ? `${name} is in use again` : `${name} is no longer used`
}
