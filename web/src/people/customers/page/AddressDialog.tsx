import {
  addCustomerAddress,
  type CustomerAddress,
  listCustomerAddresses,
  updateCustomerAddress,
} from '@our-print/contract/people/customerAddresses.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { Address } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { useWrite } from '../../../base/api/api.ts'
import { FormDialog } from '../../../base/dialog/FormDialog.tsx'
import { toast } from '../../../base/feedback/toast.ts'
import { useContractForm } from '../../../base/form/contractForm.tsx'
import { AddressFields } from '../../../orders/newOrder/AddressFields.tsx'

const schema = z.object({ address: Address })
const empty = { line1: '', line2: '', city: '', state: '', country: 'India', pincode: '' }

type Props = { user: User; address: CustomerAddress | undefined; onClose: () => void }

/** Enters an address of a customer, or corrects one. */
export default function AddressDialog({ user, address: known, onClose }: Props) {
  const add = useWrite(addCustomerAddress, [listCustomerAddresses])
  const update = useWrite(updateCustomerAddress, [listCustomerAddresses])
  const form = useContractForm(schema, { defaultValues: { address: known?.address ?? empty } })

  function submit({ address }: { address: Address }) {
    const onSuccess = () => {
      toast.success(known ? 'Address saved' : 'Address added')
      onClose()
    }
    if (known) update.mutate({ params: { id: known.id }, body: address }, { onSuccess })
    else add.mutate({ params: { id: user.id }, body: address }, { onSuccess })
  }

  return (
    <FormDialog
      title={known ? 'Edit address' : 'Add address'}
      form={form}
      save={known ? update : add}
      onClose={onClose}
      onSubmit={submit}
    >
      <AddressFields />
    </FormDialog>
  )
}
