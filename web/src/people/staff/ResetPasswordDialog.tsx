import { resetStaffPassword, type StaffUser } from '@our-print/contract/people/staff.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { PasswordInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { SuggestPassword } from './SuggestPassword.tsx'

/** Sets a new password for a staff user who has forgotten theirs. */
export default function ResetPasswordDialog({ person, onClose }: { person: StaffUser; onClose: () => void }) {
  const save = useWrite(resetStaffPassword, [])
  const form = useContractForm(resetStaffPassword.schema.body, { defaultValues: { password: '' } })
  return (
    <SendDialog
      title={`Reset password of ${person.full_name}`}
      submitLabel="Reset password"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ params: { id: person.id }, body })}
      savedMessage={() => `Password of ${person.full_name} reset`}
    >
      <Text as="div" tone="muted">
        They are signed out everywhere. The app does not tell them: note the new password and give it to them.
      </Text>
      <PasswordInput name="password" label="New password" hint="At least 10 characters" />
      <SuggestPassword name="password" />
    </SendDialog>
  )
}
