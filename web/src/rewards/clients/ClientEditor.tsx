import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Saving } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { Page, SecondaryButton, Section } from '../../base/page/Page.tsx'
import { RecordWay } from '../../base/page/RecordWay.tsx'
import { AddressInputs, CompanyInputs, RewardInputs } from './ClientInputs.tsx'
import type { CheckedClient, ClientFields } from './clientForm.ts'

type Props = {
  title: string
  /** The name of the edited company, shown under the title. */
  name?: string
  form: UseFormReturn<ClientFields, unknown, CheckedClient>
  save: Saving
  /** Resolves to true when the company was saved; then the list opens. */
  onSave: (client: CheckedClient) => Promise<boolean>
  /** To what belongs to the company. */
  links?: ReactNode
  /** Shown above the buttons: the conflict with someone else's update. */
  children?: ReactNode
}

export const listAddress = '/client_companies'
const companies = { to: listAddress, title: 'Client Companies' }

/** The form of a company, new or not. */
export function ClientEditor({ title, name, form, save, onSave, links, children }: Props) {
  const navigate = useNavigate()
  const leaveWithoutConfirm = useLeaveGuard(form.formState.isDirty)
  // Keeps the form visible while the list loads.
  const [saved, setSaved] = useState(false)

  async function saveAndLeave(client: CheckedClient) {
    if (!(await onSave(client))) return
    setSaved(true)
    leaveWithoutConfirm()
    void navigate(listAddress)
  }
  const submit = useSubmit(form, saveAndLeave, save.isPending || saved)

  return (
    <Page
      title={title}
      narrow
      above={<RecordWay what="company" home={companies} />}
      actions={links}
      subtitle={
        name && (
          <Box component="span" sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}
          </Box>
        )
      }
    >
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          aria-label={title}
          onSubmit={submit}
          sx={{ display: 'grid', gap: 2 }}
        >
          <Section title="Company">
            <Inputs>
              <CompanyInputs />
            </Inputs>
          </Section>
          <Section title="Address">
            <Inputs>
              <AddressInputs />
            </Inputs>
          </Section>
          <Section title="Vouchers">
            <Inputs>
              <RewardInputs />
            </Inputs>
          </Section>
          <Box sx={footerSx}>
            {children}
            <FormProblem form={form} error={save.error} banner />
            <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
              <SecondaryButton disabled={save.isPending} onClick={() => void navigate(listAddress)}>
                Cancel
              </SecondaryButton>
              <Button type="submit" variant="contained" loading={save.isPending}>
                Save
              </Button>
            </Box>
          </Box>
        </Box>
      </FormProvider>
    </Page>
  )
}

const Inputs = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2 }}>{children}</Box>
)

/** Stays visible at the bottom of the screen when the form is long. */
const footerSx = {
  display: 'grid',
  gap: 2,
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  py: 1,
  bgcolor: 'background.default',
} as const
