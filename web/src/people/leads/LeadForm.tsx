import {
  deleteLead,
  getLead,
  type Lead,
  leadStatuses,
  listLeads,
  updateLead,
} from '@our-print/contract/people/leads.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { onlyTyped, usePatch } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { DateInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import {
  PersonAddAltOutlined as PersonAdd,
  StorefrontOutlined as Storefront,
} from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Columns, Row } from '../../base/ui/Layout.tsx'
import { companyUrl } from '../../rewards/vouchers/companyUrl.ts'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import styles from './LeadForm.module.css'
import { leadChanges, leadStatusLabels } from './leadTexts.ts'

const WinAsCustomerDialog = lazyPart(() => import('./WinAsCustomerDialog.tsx'))
const WinAsCompanyDialog = lazyPart(() => import('./WinAsCompanyDialog.tsx'))
const winDialogs = { customer: WinAsCustomerDialog, company: WinAsCompanyDialog }

const options = leadStatuses.map((value) => ({ value, label: leadStatusLabels[value] }))
const schema = updateLead.schema.body
  .pick({ status: true, note: true, follow_up_on: true, owner: true })
  .required()
type Body = z.output<typeof schema>

/** No owner is '' in the picker and null in the request. */
const valuesOf = ({ status, note, follow_up_on, owner }: Lead): Body => ({
  status,
  note,
  follow_up_on,
  owner: owner ?? '',
})

type Props = { lead: Lead; onClose: () => void; children: ReactNode }

/** The form of a lead: status, owner, follow-up day, note. */
export function LeadForm({ lead, onClose, children }: Props) {
  const [winning, setWinning] = useState<keyof typeof winDialogs>()
  const WinDialog = winning && winDialogs[winning]
  const changing = usePatch(updateLead, [listLeads, getLead], { record: lead, describe: leadChanges })
  const { seen, setSeen, update, error, isPending } = changing
  const form = useContractForm(schema, {
    defaultValues: valuesOf(lead),
    prepare: (values) => ({ ...values, owner: values.owner || null }),
  })
  const { isDirty, dirtyFields } = form.formState
  const leaveWithoutConfirm = useLeaveGuard(isDirty)

  const fillIn = (current: Lead) => form.reset(valuesOf(current), { keepDirtyValues: true })

  async function save(values: Body) {
    const body = onlyTyped(values, dirtyFields)
    if (Object.keys(body).length > 0) {
      const saved = await update(body)
      if (!saved) return
      toast.success(`${saved.name} saved`)
    }
    leaveWithoutConfirm()
    onClose()
  }
  const submit = useSubmit(form, save, isPending)
  const { remove, isRemoving } = useDeleteLead(() => {
    leaveWithoutConfirm()
    onClose()
  })

  return (
    <>
      <form noValidate aria-label="Lead" onSubmit={submit} className={styles.form}>
        <div className={styles.body}>
          {children}
          <FormProvider {...form}>
            <div className={styles.fields}>
              <FormProblem form={form} error={error} />
              <ConflictDialog what="This lead" changing={changing} onReload={fillIn} />
              <ChoiceInput name="status" label="Status" options={options} />
              <Columns>
                <DateInput name="follow_up_on" label="Follow up on" placeholder="No day" />
                <StaffPicker
                  name="owner"
                  label="Owner"
                  current={seen.owner_data}
                  everyone
                  placeholder="Unassigned"
                />
              </Columns>
              <TextInput name="note" label="Note" rows={3} placeholder="What was said and what comes next" />
              <Row gap={2} wrap>
                <LeadResult lead={seen} onWin={setWinning} />
              </Row>
            </div>
          </FormProvider>
        </div>
        <div className={styles.foot}>
          <Button look="plain" tone="danger" loading={isRemoving} onClick={() => void remove(seen)}>
            Delete
          </Button>
          <div className={styles.save}>
            <Button type="submit" look="primary" loading={isPending}>
              Save
            </Button>
          </div>
        </div>
      </form>
      {WinDialog && (
        <WinDialog
          lead={seen}
          onClose={() => setWinning(undefined)}
          onWon={(won) => {
            setWinning(undefined)
            setSeen(won)
            fillIn(won)
            // Or saving a note would put the lead back to what was chosen before.
            form.resetField('status', { defaultValue: won.status })
          }}
        />
      )}
    </>
  )
}

type LeadResultProps = { lead: Lead; onWin: (as: 'customer' | 'company') => void }

/** Links to the customer or company that the lead became, or buttons that create one. */
function LeadResult({ lead: { user, client, name }, onWin }: LeadResultProps) {
  const makesCompanies = useCan('vouchers')
  if (user) return <Button to={`/user/${user}`}>Open customer</Button>
  if (client) return <Button to={companyUrl({ id: client, name })}>Open company</Button>
  return (
    <>
      <Button start={<PersonAdd />} onClick={() => onWin('customer')}>
        Convert to customer
      </Button>
      {makesCompanies && (
        <Button start={<Storefront />} onClick={() => onWin('company')}>
          Convert to company
        </Button>
      )}
    </>
  )
}

/** Deletes a lead after a confirmation, then calls `onGone`. */
function useDeleteLead(onGone: () => void) {
  // The open lead is not read again: it is gone.
  const { mutateAsync, isPending: isRemoving } = useWrite(deleteLead, [])
  const showDeleted = useUndoDelete([listLeads, getLead])
  const act = useAct()
  const client = useQueryClient()

  const readAgain = () => void client.invalidateQueries({ queryKey: [listLeads.url] })

  const remove = ({ id, name }: Lead) =>
    act({
      question: dangerous(
        `Delete ${name}?`,
        `The message and the notes are kept in the bin for ${binDays} days.`,
        'Delete',
      ),
      send: () => mutateAsync({ params: { id } }),
      done: () => {
        onGone()
        showDeleted({ ids: [id], message: `${name} deleted`, undone: `${name} is back` })
        readAgain()
      },
      failed: (error) => {
        toast.failure(error)
        readAgain()
      },
    })

  return { remove, isRemoving }
}
