import { updatePassword } from '@our-print/contract/people/session.ts'
import { FormProvider } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { PasswordInput, useContractForm } from '../../base/form/contractForm.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { Page } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Stack } from '../../base/ui/Layout.tsx'

const schema = lazyFile(async () => (await import('./newPasswordSchema.ts')).newPasswordSchema)

const empty = { current_password: '', new_password: '', repeated: '' }

export function UpdatePasswordPage() {
  const save = useWrite(updatePassword, [])
  const form = useContractForm(schema, { defaultValues: empty })
  const submit = useSubmit(
    form,
    ({ current_password, new_password }) =>
      save.mutate(
        { body: { current_password, new_password } },
        {
          onSuccess: () => {
            form.reset()
            toast.success('Password updated. Your other sessions are signed out.')
          },
        },
      ),
    save.isPending,
  )
  return (
    <Page title="Update password" narrow>
      <Card pad={6}>
        <FormProvider {...form}>
          <form noValidate onSubmit={submit}>
            <FormProblem form={form} error={save.error} />
            <Stack gap={4}>
              <PasswordInput
                name="current_password"
                label="Current password"
                autoComplete="current-password"
              />
              <PasswordInput name="new_password" label="New password" hint="At least 10 characters" />
              <PasswordInput name="repeated" label="Repeat new password" />
              <div>
                <Button type="submit" look="primary" loading={save.isPending}>
                  Update password
                </Button>
              </div>
            </Stack>
          </form>
        </FormProvider>
      </Card>
    </Page>
  )
}
