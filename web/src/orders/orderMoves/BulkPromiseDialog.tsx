import { OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { z } from 'zod'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { formatSoon, plural } from '../../base/format/format.ts'
import PromisedField from '../promises/PromisedField.tsx'
import type { Moving } from './useMoveOrders.ts'

const Form = z.object({ promised_at: OrderUpdate.shape.promised_at.unwrap() })

type Props = { number: number; moving: Moving; onClose: () => void }

/** Promises several orders for one time, or for none. */
export default function BulkPromiseDialog({ number, moving, onClose }: Props) {
  const form = useContractForm(Form, { defaultValues: { promised_at: null }, mode: 'onSubmit' })
  return (
    <FormDialog
      title={`Promise ${plural(number, 'order')}`}
      form={form}
      save={moving}
      submitLabel="Save"
      onClose={onClose}
      // The dialog shows `moving.error`.
      onSubmit={({ promised_at }) =>
        moving
          .change(
            { promised_at },
            promised_at ? `promised for ${formatSoon(promised_at)}` : 'promised for no time',
          )
          .then(onClose, () => undefined)
      }
    >
      <PromisedField autoFocus optional={false} />
    </FormDialog>
  )
}
