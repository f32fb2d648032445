import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { getLead, type Lead, listLeads, winAsCustomer } from '@our-print/contract/people/leads.ts'
import { Mobile } from '@our-print/contract/values.ts'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useRead, useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { useDebounced } from '../../base/form/useDebounced.ts'
import { matchesPhone } from '../../base/page/matchesPhone.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Columns } from '../../base/ui/Layout.tsx'
import { fullName } from '../customers/fullName.ts'
import { splitName } from './leadTexts.ts'

type Fields = { first_name: string; last_name: string; mobile: string; email: string }
type Checked = z.output<typeof winAsCustomer.schema.body>
type Props = { lead: Lead; onClose: () => void; onWon: (lead: Lead) => void }

/** Creates a customer from a lead; an existing customer with this mobile is used instead. */
export default function WinAsCustomerDialog({ lead, onClose, onWon }: Props) {
  const win = useWrite(winAsCustomer, [listLeads, getLead, listUsers])
  const navigate = useNavigate()
  const form = useContractForm(winAsCustomer.schema.body, {
    defaultValues: { ...splitName(lead.name), mobile: lead.mobile ?? '', email: lead.email ?? '' },
  })
  const known = useExistingCustomer(form.control, lead)

  function showToast({ user }: Lead, { first_name, last_name }: Checked) {
    const joined = known !== undefined && known.id === user
    const name = fullName(joined ? known : { first_name, last_name })
    toast.success(joined ? `Linked to ${name}, who has the same mobile` : `${name} added as a customer`, {
      next: [{ label: 'Open customer', onClick: () => navigate(`/user/${user}`) }],
    })
  }

  return (
    <FormDialog
      title="Convert to customer"
      submitLabel={known ? 'Link to customer' : 'Convert to customer'}
      form={form}
      save={win}
      onClose={onClose}
      onSubmit={(body) =>
        win.mutate(
          { params: { id: lead.id }, body },
          {
            onSuccess: (won) => {
              showToast(won, body)
              onWon(won)
            },
          },
        )
      }
    >
      {known && (
        <Alert severity="info">
          <strong>{fullName(known)}</strong> has this mobile already. The lead is linked to this customer,
          whose name and email stay as they are.
        </Alert>
      )}
      <Columns>
        <TextInput name="first_name" label="First name" autoFocus />
        <TextInput name="last_name" label="Last name" optional />
      </Columns>
      <TextInput name="mobile" label="Mobile" type="tel" inputMode="tel" />
      <TextInput name="email" label="Email" type="email" inputMode="email" optional />
    </FormDialog>
  )
}

/** The existing customer with the typed mobile, or into whom the one with it was merged. */
function useExistingCustomer(control: Control<Fields, unknown, Checked>, lead: Lead): User | undefined {
  const typed = Mobile.safeParse(useWatch({ control, name: 'mobile' }))
  const mobile = useDebounced(typed.success ? typed.data : '')
  const found = useRead(
    listUsers,
    { querystring: { query: mobile, limit: '10' } },
    { enabled: mobile !== '' },
  )
  const isDouble = ({ id }: User) => lead.doubles?.some((double) => double.id === id)
  return typed.success
    ? found.data?.results.find((user) => matchesPhone(user.mobile, mobile) || isDouble(user))
    : undefined
}
