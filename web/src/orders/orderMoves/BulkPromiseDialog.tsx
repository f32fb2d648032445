import { OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { z } from 'zod'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { plural } from '../../base/format/format.ts'
import PromisedField from '../promises/PromisedField.tsx'
import { promiseText } from '../promises/promiseText.ts'
import type { Moving } from './useMoveOrders.ts'

const { promised_at, window_from } = OrderUpdate.shape
const Form = z.object({ promised_at: promised_at.unwrap(), window_from: window_from.unwrap() })

type Props = { number: number; moving: Moving; onClose: () => void }

/** Promises several orders for one time, or for none. */
export default function BulkPromiseDialog({ number, moving, onClose }: Props) {
  const form = useContractForm(Form, {
    defaultValues: { promised_at: null, window_from: null },
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      title={`Promise ${plural(number, 'order')}`}
      form={form}
      save={moving}
      submitLabel="Save"
      onClose={onClose}
      // The dialog shows `moving.error`.
      onSubmit={({ promised_at, window_from }) =>
        moving
          .change(
            { promised_at, window_from },
            promised_at
              ? window_from
                ? `promised ${promiseText({ promised_at, window_from })}`
                : `promised for ${promiseText({ promised_at, window_from })}`
              : 'promised for no time',
          )
          .then(onClose, () => undefined)
      }
    >
      <PromisedField autoFocus optional={false} />
    </FormDialog>
  )
}
