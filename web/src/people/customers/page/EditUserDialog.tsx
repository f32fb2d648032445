import { createUser, type User } from '@our-print/contract/people/customers.ts'
import { onlyTyped } from '../../../base/api/useUpdate.ts'
import { EditDialog } from '../../../base/dialog/EditDialog.tsx'
import { TextInput, useContractForm } from '../../../base/form/contractForm.tsx'
import { Columns } from '../../../base/ui/Layout.tsx'
import { fullName } from '../fullName.ts'
import { useUpdateUser } from './useUpdateUser.ts'

const schema = createUser.schema.body.omit({ notes: true })

const valuesOf = ({ first_name, last_name, mobile, email }: User) => ({
  first_name,
  last_name,
  mobile,
  email: email ?? '',
})

/** Updates a customer's name and contact data. */
export default function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const changing = useUpdateUser(user)
  const form = useContractForm(schema, { defaultValues: valuesOf(user) })
  return (
    <EditDialog
      title={`Edit ${fullName(user)}`}
      what="This customer"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={onlyTyped}
      savedMessage={(saved) => `${fullName(saved)} saved`}
      onClose={onClose}
    >
      <Columns>
        <TextInput name="first_name" label="First name" autoFocus />
        <TextInput name="last_name" label="Last name" optional />
      </Columns>
      <TextInput name="mobile" label="Mobile" type="tel" inputMode="tel" />
      <TextInput name="email" label="Email" type="email" inputMode="email" optional />
    </EditDialog>
  )
}
