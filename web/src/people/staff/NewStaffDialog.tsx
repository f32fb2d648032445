import { createStaff, listStaff } from '@our-print/contract/people/staff.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { PasswordInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { AbilitySetInput } from './AbilitySetInput.tsx'
import { SuggestPassword } from './SuggestPassword.tsx'

const empty = { full_name: '', email: '', mobile: '', password: '', ability_set: '' }

/** Creates a staff user with a first password to hand over. */
export default function NewStaffDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createStaff, [listStaff])
  const form = useContractForm(createStaff.schema.body, {
    defaultValues: empty,
    prepare: ({ ability_set, ...fields }) => ({ ...fields, ...(ability_set && { ability_set }) }),
  })
  return (
    <SendDialog
      title="New staff user"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ body })}
      savedMessage={({ full_name, email }) => `${full_name} can sign in now as ${email}`}
    >
      <TextInput name="full_name" label="Full name" autoFocus />
      <TextInput name="email" label="Email" type="email" inputMode="email" hint="They sign in with it" />
      <TextInput name="mobile" label="Mobile" type="tel" inputMode="tel" />
      <AbilitySetInput />
      <PasswordInput
        name="password"
        label="Password"
        hint="At least 10 characters. Hand it over in person."
      />
      <SuggestPassword name="password" />
    </SendDialog>
  )
}
