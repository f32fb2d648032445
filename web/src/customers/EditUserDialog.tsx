import { zodResolver } from '@hookform/resolvers/zod'
import Box from '@mui/material/Box'
import { createUser, type User } from '@our-print/contract/users.ts'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../shared/FormDialog.tsx'
import { Overtaken } from '../shared/Overtaken.tsx'
import { TextInput } from '../shared/TextInput.tsx'
import { toast } from '../shared/toast.tsx'
import { fullName } from '../users/fullName.ts'
import { type UserChange, useChangeUser } from './useChangeUser.ts'

const schema = createUser.schema.body.omit({ notes: true })

const valuesOf = ({ first_name, last_name, mobile, email }: User) => ({
  first_name,
  last_name,
  mobile,
  email: email ?? '',
})

/** Corrects a customer's name and how they are reached. */
export default function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { change, reload, meanwhile, error, isPending } = useChangeUser(user)
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: valuesOf(user),
  })
  const { dirtyFields } = form.formState

  async function save({ first_name, last_name, mobile, email }: UserChange) {
    // Only what was typed here: what someone else corrected beside it stays.
    const typed: UserChange = {
      ...(dirtyFields.first_name && { first_name }),
      ...(dirtyFields.last_name && { last_name }),
      ...(dirtyFields.mobile && { mobile }),
      ...(dirtyFields.email && { email }),
    }
    if (Object.keys(typed).length === 0) return onClose()
    const saved = await change(typed)
    if (!saved) return
    toast.success(`${fullName(saved)} saved`)
    onClose()
  }

  return (
    <FormDialog
      title={`Edit ${fullName(user)}`}
      form={form}
      save={{ isPending, error }}
      onClose={onClose}
      onSubmit={(values) => void save(values)}
    >
      {meanwhile && (
        <Overtaken
          what="This user"
          changes={meanwhile.changes}
          onReload={() => {
            const current = reload()
            if (current) form.reset(valuesOf(current), { keepDirtyValues: true })
          }}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
        <TextInput name="first_name" label="First name" autoFocus />
        <TextInput name="last_name" label="Last name" optional />
      </Box>
      <TextInput name="mobile" label="Mobile" type="tel" inputMode="tel" />
      <TextInput name="email" label="Email" type="email" inputMode="email" optional />
    </FormDialog>
  )
}
