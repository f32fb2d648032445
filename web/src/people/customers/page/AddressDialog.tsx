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
import { differences, usePatch } from '../../../base/api/useUpdate.ts'
import { EditDialog } from '../../../base/dialog/EditDialog.tsx'
import { SendDialog } from '../../../base/dialog/FormDialog.tsx'
import { useContractForm } from '../../../base/form/contractForm.tsx'
import { addressText } from '../../../base/format/addressText.ts'
import { AddressFields } from '../../../orders/newOrder/AddressFields.tsx'

const schema = z.object({ address: Address })
const empty = { line1: '', line2: '', city: '', state: '', country: 'India', pincode: '' }

type Props = { user: User; address: CustomerAddress | undefined; onClose: () => void }

/** Enters an address of a customer, or corrects one. */
export default function AddressDialog({ user, address, onClose }: Props) {
  return address ? (
    <CorrectAddress address={address} onClose={onClose} />
  ) : (
    <NewAddress user={user} onClose={onClose} />
  )
}

const valuesOf = ({ address }: { address: Address }) => ({ address })

function NewAddress({ user, onClose }: { user: User; onClose: () => void }) {
  const save = useWrite(addCustomerAddress, [listCustomerAddresses])
  const form = useContractForm(schema, { defaultValues: { address: empty } })
  return (
    <SendDialog
      title="Add address"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={({ address }) => ({ params: { id: user.id }, body: address })}
      savedMessage={() => 'Address added'}
    >
      <AddressFields />
    </SendDialog>
  )
}

const changes = (seen: CustomerAddress, current: CustomerAddress) =>
  differences([['Address', addressText(seen.address), addressText(current.address)]])

/** Orders keep theirs. */
function CorrectAddress({ address, onClose }: { address: CustomerAddress; onClose: () => void }) {
  const changing = usePatch(updateCustomerAddress, [listCustomerAddresses], {
    record: address,
    describe: changes,
  })
  const form = useContractForm(schema, { defaultValues: valuesOf(address) })
  return (
    <EditDialog
      title="Edit address"
      what="This address"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={({ address }) => ({ address })}
      savedMessage={() => 'Address saved'}
      onClose={onClose}
    >
      <AddressFields />
    </EditDialog>
  )
}
