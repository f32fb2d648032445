import { type Client, listClients } from '@our-print/contract/rewards/clients.ts'
import { useController } from 'react-hook-form'
import { query } from '../../base/api/api.ts'
import { LinkOption, NoResults, RecordOption } from '../../base/form/RecordOption.tsx'
import { type PickerProps, RecordPicker } from '../../base/form/RecordPicker.tsx'
import { includesFolded, phone, plural } from '../../base/format/format.ts'
import { matchesPhone } from '../../base/page/matchesPhone.ts'

export type Company = { id: string; name: string } & Partial<Pick<Client, 'contact' | 'vouchers'>>

type Props = PickerProps & { disabled?: boolean }

/** Finds a company by name or phone; the form's field holds its id and name, or null. */
export function CompanyPicker({ name, label = 'Company', ...props }: Props) {
  const { field } = useController({ name })
  return (
    <RecordPicker<Company, Client>
      {...props}
      field={field}
      label={label}
      value={field.value ?? null}
      onChange={field.onChange}
      search={(searchText) => query(listClients, { querystring: { limit: '50', query: searchText } })}
      nameOf={(company) => company.name}
      fits={fits}
      option={option}
      records="Companies"
      nothing={nothing}
      placeholder="Type a name or phone"
    />
  )
}

const fits = ({ name, contact }: Company, searchText: string) =>
  includesFolded(`${name}\n${contact ?? ''}`, searchText) || matchesPhone(contact ?? '', searchText)

const option = ({ name, contact, vouchers }: Company) => (
  <RecordOption
    name={name}
    about={contact && phone(contact)}
    aside={vouchers && (vouchers.available === 0 ? 'No codes left' : plural(vouchers.available, 'code'))}
  />
)

const nothing = () => (
  <NoResults title="No company found">
    Add it on the <LinkOption to="/client_companies/create">Companies</LinkOption> screen first.
  </NoResults>
)
