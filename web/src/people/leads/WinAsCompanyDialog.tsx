import { getLead, type Lead, listLeads, winAsCompany } from '@our-print/contract/people/leads.ts'
import { listClients } from '@our-print/contract/rewards/clients.ts'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { AddressInputs, CompanyInputs, RewardInputs } from '../../rewards/clients/ClientInputs.tsx'
import { type CheckedClient, formOf, newClient, useClientForm } from '../../rewards/clients/clientForm.ts'
import { companyUrl } from '../../rewards/vouchers/companyUrl.ts'

type Props = { lead: Lead; onClose: () => void; onWon: (lead: Lead) => void }

/** Creates a company from a lead: known fields are filled in. */
export default function WinAsCompanyDialog({ lead, onClose, onWon }: Props) {
  const win = useWrite(winAsCompany, [listLeads, getLead, listClients])
  const navigate = useNavigate()
  const form = useClientForm({ ...newClient(), name: lead.name, contact: lead.mobile ?? '' })

  function showToast({ client }: Lead, { name }: CheckedClient) {
    const open = () => {
      if (client) navigate(companyUrl({ id: client, name }))
    }
    toast.success(`${name} added as a company`, { next: [{ label: 'Open company', onClick: open }] })
  }

  return (
    <FormDialog
      title="Convert to company"
      submitLabel="Convert to company"
      form={form}
      save={win}
      onClose={onClose}
      onSubmit={(company) =>
        win.mutate(
          { params: { id: lead.id }, body: formOf(company) },
          {
            onSuccess: (won) => {
              showToast(won, company)
              onWon(won)
            },
          },
        )
      }
    >
      <CompanyInputs />
      <AddressInputs />
      <RewardInputs />
    </FormDialog>
  )
}
