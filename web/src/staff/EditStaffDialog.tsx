import { zodResolver } from '@hookform/resolvers/zod'
import { listOrders } from '@our-print/contract/orders.ts'
import { getProfile } from '@our-print/contract/session.ts'
import { listStaff, patchStaff, type StaffUser } from '@our-print/contract/staff.ts'
import { Email, Mobile, text } from '@our-print/contract/values.ts'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useWrite } from '../shared/api.ts'
import { FormDialog } from '../shared/FormDialog.tsx'
import { Overtaken } from '../shared/Overtaken.tsx'
import { TextInput } from '../shared/TextInput.tsx'
import { toast } from '../shared/toast.tsx'
import { useChange } from '../shared/useChange.ts'
import { findStaff, staffChanges } from './staffNow.ts'

const Form = z.object({ full_name: text(200), email: Email, mobile: Mobile })
// The first super admin may have none, and need not be given one.
const FormOfAdmin = Form.extend({
  mobile: z.union([z.literal('').transform(() => null), Mobile]),
})
type StaffChange = Partial<Pick<StaffUser, 'full_name' | 'email' | 'mobile'>>

const valuesOf = ({ full_name, email, mobile }: StaffUser) => ({ full_name, email, mobile: mobile ?? '' })

/** Corrects a staff user's name and how they are reached. */
export default function EditStaffDialog({ person, onClose }: { person: StaffUser; onClose: () => void }) {
  const write = useWrite(patchStaff, [listStaff, listOrders, getProfile])
  const { change, reload, meanwhile, error, isPending } = useChange<StaffUser, StaffChange>({
    record: person,
    write,
    read: () => findStaff(person),
    describe: staffChanges,
  })
  const form = useForm({
    resolver: zodResolver(person.is_superuser ? FormOfAdmin : Form),
    mode: 'onTouched',
    defaultValues: valuesOf(person),
  })
  const { dirtyFields } = form.formState

  async function save({ full_name, email, mobile }: StaffChange) {
    // Only what was typed here: what someone else corrected beside it stays.
    const typed: StaffChange = {
      ...(dirtyFields.full_name && { full_name }),
      ...(dirtyFields.email && { email }),
      ...(dirtyFields.mobile && { mobile }),
    }
    if (Object.keys(typed).length === 0) return onClose()
    const saved = await change(typed)
    if (!saved) return
    toast.success(`${saved.full_name} saved`)
    onClose()
  }

  return (
    <FormDialog
      title={`Edit ${person.full_name}`}
      form={form}
      save={{ isPending, error }}
      onClose={onClose}
      onSubmit={(values) => void save(values)}
    >
      {meanwhile && (
        <Overtaken
          what="This staff user"
          changes={meanwhile.changes}
          onReload={() => {
            const current = reload()
            if (current) form.reset(valuesOf(current), { keepDirtyValues: true })
          }}
        />
      )}
      <TextInput name="full_name" label="Full name" autoFocus />
      <TextInput name="email" label="Email" type="email" inputMode="email" hint="They sign in with it" />
      <TextInput name="mobile" label="Mobile" type="tel" inputMode="tel" optional={person.is_superuser} />
    </FormDialog>
  )
}
