import {
  createStockEntry,
  listStock,
  listStockEntries,
  mostOfOne,
  type StockEntry,
  type StockItem,
} from '@our-print/contract/printing/stock.ts'
import { optionalText, Rupees, required, text } from '@our-print/contract/values.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { query, useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { amountSign, count, rupees } from '../../base/format/format.ts'
import { type Column, column, DayOf, numberColumn } from '../../base/list/columns.tsx'
import { ExportButton } from '../../base/list/ListTools.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { useDialogList } from '../../base/list/useDialogList.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './StockDialogs.module.css'
import { StockItemDialog } from './StockItemDialog.tsx'
import { amountOf, entryLabels, signed, unitCost } from './stockTexts.ts'

export type StockDialog = 'edit' | 'delivery' | 'count' | 'history'

type Props = { item: StockItem | null; open: StockDialog | 'new'; onClose: () => void }

/** The dialogs of the stock, loaded together when the first one opens. */
export default function StockDialogs({ item, open, onClose }: Props) {
  if (!item || open === 'new') return <StockItemDialog item={null} onClose={onClose} />
  const Chosen = dialogs[open]
  return <Chosen item={item} onClose={onClose} />
}

const dialogs = {
  edit: StockItemDialog,
  delivery: DeliveryDialog,
  count: CountDialog,
  history: StockHistoryDialog,
} as const

const Form = z.object({
  counted: z
    .int({ error: (issue) => (issue.input === undefined ? required : 'This must be a whole number') })
    .min(0, 'At least 0')
    .max(1_000_000_000, 'This is too much'),
  unit_cost: z
    .number('This must be a number')
    .min(0, 'This cannot be negative')
    .max(mostOfOne, 'This is too much')
    .optional(),
  reason: text(200),
})
type Fields = { counted: number | null; unit_cost: number | null; reason: string }

/** Corrects the amount to what a person counted. */
function CountDialog({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const save = useWrite(createStockEntry, [listStock, listStockEntries])
  const defaultValues: Fields = { counted: null, unit_cost: null, reason: 'Counted' }
  const form = useContractForm(Form, { defaultValues, prepare: withoutNulls })
  const counted = useWatch({ control: form.control, name: 'counted' })
  return (
    <SendDialog
      title={`Count ${item.name}`}
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ params: { id: item.id }, body: { kind: 'correction' as const, ...body } })}
      savedMessage={({ balance }) => `${item.name}: ${amountOf(item, balance)} now`}
    >
      <TextInput
        name="counted"
        label={item.kind === 'paper' ? 'Sheets that are there' : 'Sides that the toner still yields'}
        number
        inputMode="numeric"
        autoFocus
      />
      <TextInput
        name="unit_cost"
        label={item.kind === 'paper' ? 'A sheet costs' : 'A side costs'}
        number
        optional
        start={amountSign()}
        hint="Only where a delivery was entered with a wrong price"
      />
      <TextInput name="reason" label="Reason" hint="Saved in the history with your name" />
      <Text as="div" size="small" tone="muted" aria-live="polite">
        {item.amount < 0
          ? `Jobs used ${amountOf(item, -item.amount)} more than was entered`
          : `By deliveries and jobs there ${item.kind === 'paper' && item.amount === 1 ? 'is' : 'are'} ${amountOf(item, item.amount)}`}
        {counted !== null && Number.isInteger(counted) && `; correction ${signed(counted - item.amount)}`}
      </Text>
    </SendDialog>
  )
}

const columnsOf = (item: StockItem): readonly Column<StockEntry>[] => [
  column('kind', 'What happened', { card: 'title' }, (entry) => <What entry={entry} />),
  column('at', 'When', { width: 112 }, ({ at }) => <DayOf recent time={at} />),
  column('by', 'By', { width: 136, wide: true }, ({ by }) => by ?? '–'),
  numberColumn('quantity', 'Change', 100, ({ quantity }) => signed(quantity)),
  numberColumn('balance', 'Then there', 120, ({ balance }) => amountOf(item, balance)),
  numberColumn('price', 'Price', 112, ({ price }) => (price === null ? '–' : rupees(price))),
]

function What({ entry: { kind, reason, order, order_number, job_number } }: { entry: StockEntry }) {
  return (
    <span title={reason}>
      {entryLabels[kind]}
      {kind === 'use' && job_number !== null && ` ${job_number}`}
      {order && (
        <>
          {', '}
          <Link to={`/order/${order}`} underlined>
            order {order_number}
          </Link>
        </>
      )}
      {reason && `: ${reason}`}
    </span>
  )
}

/** The ledger of an item: deliveries, uses and corrections, newest first. */
function StockHistoryDialog({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const list = useDialogList()
  const rows = query(listStockEntries, { params: { id: item.id }, querystring: list.paging })
  return (
    <Dialog
      title={`History of ${item.name}`}
      full
      size="md"
      onClose={onClose}
      actions={
        <>
          <ExportButton rows={rows} />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <ResourceTable
        label={`History of ${item.name}`}
        list={list}
        rows={rows}
        columns={columnsOf(item)}
        rowName={({ kind }) => entryLabels[kind]}
        empty={{ hint: 'Deliveries, print jobs and counts of this item appear here.' }}
      />
    </Dialog>
  )
}

const DeliveryDialogForm = z.object({
  packs: z
    .number({ error: (issue) => (issue.input === undefined ? required : 'This must be a number') })
    .positive('This must be more than zero')
    .max(100_000, 'This is too much'),
  price: Rupees,
  reason: optionalText(200),
})
type DeliveryDialogFields = { packs: number | null; price: number | null; reason: string }
const empty: DeliveryDialogFields = { packs: null, price: null, reason: '' }

/** Enters packs that were bought, with what they cost together. */
function DeliveryDialog({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const save = useWrite(createStockEntry, [listStock, listStockEntries])
  const form = useContractForm(DeliveryDialogForm, { defaultValues: empty, prepare: withoutNulls })
  const [packs, price] = useWatch({ control: form.control, name: ['packs', 'price'] })
  const quantity = Math.round((packs || 0) * item.pack_size)
  const isPaper = item.kind === 'paper'
  return (
    <SendDialog
      title={`Delivery of ${item.name}`}
      submitLabel="Enter delivery"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={({ packs, price, reason }) => ({
        params: { id: item.id },
        body: { kind: 'delivery' as const, quantity: Math.round(packs * item.pack_size), price, reason },
      })}
      savedMessage={({ balance }) => `${item.name}: ${amountOf(item, balance)} now`}
    >
      <div className={styles.pair}>
        <TextInput
          name="packs"
          label={isPaper ? 'Packs' : 'Cartridges'}
          number
          autoFocus
          hint={`Each ${amountOf(item, item.pack_size)}`}
        />
        <TextInput name="price" label="Price of all" number start={amountSign()} />
      </div>
      <TextInput name="reason" label="Note" optional hint="The supplier or the number of the bill" />
      <Text as="div" size="small" tone="muted" aria-live="polite">
        {count(item.amount)} → {amountOf(item, item.amount + quantity)}
        {quantity > 0 && price !== null && price >= 0 && (
          <>, {unitCost({ unit_cost: price / quantity })} each</>
        )}
      </Text>
    </SendDialog>
  )
}
