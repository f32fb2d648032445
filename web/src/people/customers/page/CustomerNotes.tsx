import type { User } from '@our-print/contract/people/customers.ts'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { ConflictDialog } from '../../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../../base/dialog/useLeaveGuard.ts'
import { lazyFile } from '../../../base/feedback/lazyPart.tsx'
import { toast } from '../../../base/feedback/toast.ts'
import { TextInput, useContractForm } from '../../../base/form/contractForm.tsx'
import { FormProblem, useSubmit } from '../../../base/form/FormProblem.tsx'
import { Section } from '../../../base/page/Page.tsx'
import { Button } from '../../../base/ui/Button.tsx'
import { Row, Stack } from '../../../base/ui/Layout.tsx'
import { Text } from '../../../base/ui/Text.tsx'
import { useUpdateUser } from './useUpdateUser.ts'

/** Notes about a customer, edited in place. */
export function CustomerNotes({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  if (editing) return <Editor user={user} onDone={() => setEditing(false)} />
  return (
    <Section
      title="Notes"
      aside={
        <Button
          look="plain"
          size="small"
          aria-label={user.notes ? 'Edit notes' : 'Add notes'}
          onClick={() => setEditing(true)}
        >
          {user.notes ? 'Edit' : 'Add'}
        </Button>
      }
    >
      <Text flow="lines" tone={user.notes ? undefined : 'muted'}>
        {user.notes || 'No notes'}
      </Text>
    </Section>
  )
}

const schema = lazyFile(async () => (await import('./notesSchema.ts')).notesSchema)

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
        <Stack as="form" noValidate aria-label="Notes" onSubmit={submit} gap={3}>
          <FormProblem form={form} error={error} />
          <ConflictDialog what="This customer" changing={changing} />
          <TextInput name="notes" label="Notes" rows={4} autoFocus hint="Not seen by delivery staff" />
          <Row justify="end" gap={2}>
            <Button size="small" disabled={isPending} onClick={onDone}>
              Cancel
            </Button>
            <Button size="small" type="submit" look="primary" loading={isPending}>
              Save
            </Button>
          </Row>
        </Stack>
      </FormProvider>
    </Section>
  )
}
