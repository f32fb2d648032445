import { enterLead, type Lead, listLeads } from '@our-print/contract/people/leads.ts'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Columns } from '../../base/ui/Layout.tsx'

const empty = { name: '', mobile: '', email: '', subject: '', message: '' }

type Props = { onClose: () => void; onDone: (lead: Lead) => void }

/** Creates a lead from what someone said on the phone or at the counter. */
export default function NewLeadDialog({ onClose, onDone }: Props) {
  const create = useWrite(enterLead, [listLeads])
  const form = useContractForm(enterLead.schema.body, { defaultValues: empty, mode: 'onSubmit' })
  return (
    <FormDialog
      title="New lead"
      form={form}
      save={create}
      onClose={onClose}
      onSubmit={(body) => create.mutate({ body }, { onSuccess: onDone })}
    >
      <TextInput name="name" label="Name" autoFocus />
      <Columns>
        <TextInput name="mobile" label="Mobile" type="tel" optional />
        <TextInput name="email" label="Email" type="email" optional />
      </Columns>
      <TextInput name="subject" label="Subject" optional />
      <TextInput name="message" label="Message" rows={4} />
    </FormDialog>
  )
}
