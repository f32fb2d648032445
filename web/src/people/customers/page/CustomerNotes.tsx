import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { createUser, type User } from '@our-print/contract/people/customers.ts'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { ConflictDialog } from '../../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../../base/dialog/useLeaveGuard.ts'
import { toast } from '../../../base/feedback/toast.tsx'
import { TextInput, useContractForm } from '../../../base/form/contractForm.tsx'
import { FormProblem, useSubmit } from '../../../base/form/FormProblem.tsx'
import { SecondaryButton, Section, TextButton } from '../../../base/page/Page.tsx'
import { useUpdateUser } from './useUpdateUser.ts'

/** Notes about a customer, edited in place. */
export function CustomerNotes({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <Editor user={user} onDone={() => setEditing(false)} />
  return (
    <Section
      title="Notes"
      aside={
        <TextButton
          aria-label={user.notes ? 'Edit notes' : 'Add notes'}
          onClick={() => setEditing(true)}
          sx={{ my: -0.5, mr: -0.5, minWidth: 0, color: 'text.secondary' }}
        >
          {user.notes ? 'Edit' : 'Add'}
        </TextButton>
      }
    >
      <Box sx={{ whiteSpace: 'pre-wrap', color: user.notes ? 'text.primary' : 'text.secondary' }}>
        {user.notes || 'No notes'}
      </Box>
    </Section>
  )
}

const schema = createUser.schema.body.pick({ notes: true })

function Editor({ user, onDone }: { user: User; onDone: () => void }) {
  const changing = useUpdateUser(user)
  const { update, error, isPending } = changing
  const form = useContractForm(schema, { defaultValues: { notes: user.notes } })
  useLeaveGuard(form.formState.isDirty)

  async function save({ notes }: { notes: string }) {
    const saved = await update({ notes })
    if (!saved) return
    toast.success('Notes saved')
    onDone()
  }
  const submit = useSubmit(form, save, isPending)

  return (
    <Section title="Notes">
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          aria-label="Notes"
          onSubmit={submit}
          sx={{ display: 'grid', gap: 1.5 }}
        >
          <FormProblem form={form} error={error} />
          <ConflictDialog what="This user" changing={changing} />
          <TextInput name="notes" label="Notes" rows={4} autoFocus hint="Seen by super admins only" />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
            <SecondaryButton size="small" disabled={isPending} onClick={onDone}>
              Cancel
            </SecondaryButton>
            <Button size="small" type="submit" variant="contained" loading={isPending}>
              Save
            </Button>
          </Box>
        </Box>
      </FormProvider>
    </Section>
  )
}
