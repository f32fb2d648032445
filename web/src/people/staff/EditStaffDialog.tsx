import { listOrders } from '@our-print/contract/orders/orders.ts'
import { getProfile } from '@our-print/contract/people/session.ts'
import { listStaff, type StaffUser, updateStaff } from '@our-print/contract/people/staff.ts'
import { Email, Mobile, text } from '@our-print/contract/values.ts'
import { z } from 'zod'
import { onlyTyped, usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { AbilitySetInput } from './AbilitySetInput.tsx'
import { staffChanges } from './staffTexts.ts'

const Form = z.object({
  full_name: text(200),
  email: Email,
  mobile: Mobile,
  ability_set: z.string().transform((id) => id || null),
})
// The first super admin may have no mobile and need not get one.
const FormOfAdmin = Form.extend({
  mobile: z.union([z.literal('').transform(() => null), Mobile]),
})

const valuesOf = ({ full_name, email, mobile, ability_set }: StaffUser) => ({
  full_name,
  email,
  mobile: mobile ?? '',
  ability_set: ability_set ?? '',
})

/** Updates a staff user's name, contact data and what they may do. */
export default function EditStaffDialog({ person, onClose }: { person: StaffUser; onClose: () => void }) {
  const changing = usePatch(updateStaff, [listStaff, listOrders, getProfile], {
    record: person,
    describe: staffChanges,
  })
  const form = useContractForm(person.is_superuser ? FormOfAdmin : Form, { defaultValues: valuesOf(person) })
  return (
    <EditDialog
      title={`Edit ${person.full_name}`}
      what="This staff user"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={onlyTyped}
      savedMessage={(saved) => `${saved.full_name} saved`}
      onClose={onClose}
    >
      <TextInput name="full_name" label="Full name" autoFocus />
      <TextInput name="email" label="Email" type="email" inputMode="email" hint="They sign in with it" />
      <TextInput name="mobile" label="Mobile" type="tel" inputMode="tel" optional={person.is_superuser} />
      {!person.is_superuser && <AbilitySetInput now={person.ability_set_data} />}
    </EditDialog>
  )
}
