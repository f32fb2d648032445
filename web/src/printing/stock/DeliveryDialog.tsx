import Box from '@mui/material/Box'
import {
  createStockEntry,
  listStock,
  listStockEntries,
  type StockItem,
} from '@our-print/contract/printing/stock.ts'
import { optionalText, Rupees, required } from '@our-print/contract/values.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm, withoutNulls } from '../../base/form/contractForm.tsx'
import { count } from '../../base/format/format.ts'
import { amountOf, unitCost } from './stockTexts.ts'

const Form = z.object({
  packs: z
    .number({ error: (issue) => (issue.input === undefined ? required : 'This must be a number') })
    .positive('This must be more than zero')
    .max(100_000, 'This is too much'),
  price: Rupees,
  reason: optionalText(200),
})
type Fields = { packs: number | null; price: number | null; reason: string }
const empty: Fields = { packs: null, price: null, reason: '' }

/** Enters packs that were bought, with what they cost together. */
export function DeliveryDialog({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const save = useWrite(createStockEntry, [listStock, listStockEntries])
  const form = useContractForm(Form, { defaultValues: empty, prepare: withoutNulls })
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
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, alignItems: 'start' }}>
        <TextInput
          name="packs"
          label={isPaper ? 'Packs' : 'Cartridges'}
          number
          autoFocus
          hint={`Each ${amountOf(item, item.pack_size)}`}
        />
        <TextInput name="price" label="Price of all" number start="₹" />
      </Box>
      <TextInput name="reason" label="Note" optional hint="The supplier or the number of the bill" />
      <Box aria-live="polite" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {count(item.amount)} → {amountOf(item, item.amount + quantity)}
        {quantity > 0 && price !== null && price >= 0 && (
          <>, {unitCost({ unit_cost: price / quantity })} each</>
        )}
      </Box>
    </SendDialog>
  )
}
