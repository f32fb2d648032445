import {
  createStockItem,
  listStock,
  type StockItem,
  type StockKind,
  updateStockItem,
} from '@our-print/contract/printing/stock.ts'
import { paperSizes } from '@our-print/contract/shop/configurations.ts'
import { useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { SelectInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { PrinterInput } from '../printers/PrinterInput.tsx'
import styles from './StockDialogs.module.css'
import { stockChanges } from './stockTexts.ts'

type Fields = {
  kind: StockKind
  name: string
  paper_size: string
  weight: number | null
  printer: string
  /** A choice of two in the form. */
  sides: 'all' | 'color'
  pack_size: number | null
  low_at: number | null
}
const schema = createStockItem.schema.body.omit({ is_active: true, is_default: true })

const empty: Fields = {
  kind: 'paper',
  name: '',
  paper_size: 'A4',
  weight: 80,
  printer: '',
  sides: 'all',
  pack_size: 500,
  low_at: null,
}

const valuesOf = (item: StockItem): Fields => ({
  kind: item.kind,
  name: item.name,
  paper_size: item.paper_size ?? 'A4',
  weight: item.weight,
  printer: item.printer ?? '',
  sides: item.color_only ? 'color' : 'all',
  pack_size: item.pack_size,
  low_at: item.low_at,
})

/** The contract's body: what does not belong to the kind is left empty. */
function prepare({ kind, name, paper_size, weight, printer, sides, pack_size, low_at }: Fields) {
  const isPaper = kind === 'paper'
  return {
    kind,
    name,
    paper_size: isPaper ? paper_size : null,
    weight: isPaper ? weight : null,
    // Empty is no id: the field says that it is required.
    printer: isPaper ? null : printer,
    color_only: !isPaper && sides === 'color',
    ...(pack_size !== null && { pack_size }),
    ...(low_at !== null && { low_at }),
  }
}

/** Creates or edits paper or toner. Its amount changes by deliveries, counts and print jobs only. */
export function StockItemDialog({ item, onClose }: { item: StockItem | null; onClose: () => void }) {
  return item ? <EditItem item={item} onClose={onClose} /> : <NewItem onClose={onClose} />
}

function NewItem({ onClose }: { onClose: () => void }) {
  const save = useWrite(createStockItem, [listStock])
  const form = useContractForm(schema, { defaultValues: empty, prepare })
  return (
    <SendDialog
      title="New item"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ body })}
      savedMessage={({ name }) => `${name} created. Enter a delivery or count what is there.`}
    >
      <ChoiceInput
        name="kind"
        label="Kind"
        options={[
          { value: 'paper', label: 'Paper' },
          { value: 'toner', label: 'Toner' },
        ]}
        onChoose={(kind) => {
          form.setValue('pack_size', kind === 'paper' ? 500 : null)
          form.clearErrors()
        }}
      />
      <ItemFields />
    </SendDialog>
  )
}

function EditItem({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const form = useContractForm(schema, { defaultValues: valuesOf(item), prepare })
  const changing = usePatch(updateStockItem, [listStock], { record: item, describe: stockChanges })
  return (
    <EditDialog
      title={`Edit ${item.name}`}
      what="This item"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={(values) => values}
      savedMessage={({ name }) => `${name} saved`}
      onClose={onClose}
    >
      <ItemFields />
    </EditDialog>
  )
}

function ItemFields() {
  const kind = useWatch<Fields, 'kind'>({ name: 'kind' })
  const isPaper = kind === 'paper'
  return (
    <>
      <TextInput
        name="name"
        label="Name"
        placeholder={isPaper ? 'JK Copier A4' : 'TK-1170 black'}
        autoFocus
      />
      {isPaper ? (
        <div className={styles.pair}>
          <SelectInput
            name="paper_size"
            label="Size"
            options={paperSizes.map((value) => ({ value, label: value }))}
          />
          <TextInput name="weight" label="Weight in g/m²" number inputMode="numeric" optional />
        </div>
      ) : (
        <TonerFields />
      )}
      <div className={styles.pair}>
        <TextInput
          name="pack_size"
          label={isPaper ? 'Sheets in a pack' : 'Sides of a cartridge'}
          number
          inputMode="numeric"
        />
        <TextInput
          name="low_at"
          label={isPaper ? 'Low at sheets' : 'Low at sides'}
          number
          inputMode="numeric"
        />
      </div>
    </>
  )
}

function TonerFields() {
  return (
    <>
      <PrinterInput />
      <ChoiceInput
        name="sides"
        label="Used by"
        options={[
          { value: 'all', label: 'All sides' },
          { value: 'color', label: 'Sides in colour' },
        ]}
      />
    </>
  )
}
