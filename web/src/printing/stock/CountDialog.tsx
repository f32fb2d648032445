import Box from '@mui/material/Box'
import {
  createStockEntry,
  listStock,
  listStockEntries,
  type StockItem,
} from '@our-print/contract/printing/stock.ts'
import { required, text } from '@our-print/contract/values.ts'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { useContractForm, withoutNulls } from '../../base/form/useContractForm.ts'
import { amountOf, signed } from './stockTexts.ts'

const Form = z.object({
  counted: z
    .int({ error: (issue) => (issue.input === undefined ? required : 'This must be a whole number') })
    .min(0, 'At least 0')
    .max(1_000_000_000, 'This is too much'),
  reason: text(200),
})
type Fields = { counted: number | null; reason: string }

/** Corrects the amount to what a person counted. */
export function CountDialog({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const save = useWrite(createStockEntry, [listStock, listStockEntries])
  const defaultValues: Fields = { counted: null, reason: 'Counted' }
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
      <TextInput name="reason" label="Reason" hint="Saved in the history with your name" />
      <Box aria-live="polite" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {item.amount < 0
          ? `Jobs used ${amountOf(item, -item.amount)} more than was entered`
          : `By deliveries and jobs there ${item.kind === 'paper' && item.amount === 1 ? 'is' : 'are'} ${amountOf(item, item.amount)}`}
        {counted !== null && Number.isInteger(counted) && `; correction ${signed(counted - item.amount)}`}
      </Box>
    </SendDialog>
  )
}
