import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { listStaff, type StaffUser } from '@our-print/contract/people/staff.ts'
import { type Client, listClients } from '@our-print/contract/rewards/clients.ts'
import { query } from '../base/api/api.ts'
import { RecordOption } from '../base/form/RecordOption.tsx'
import { RecordPicker } from '../base/form/RecordPicker.tsx'
import { phone } from '../base/format/format.ts'
import { fullName } from '../people/customers/fullName.ts'
import { useCompanyName, useCustomerName, useStaffName } from './useFilterNames.ts'

// The filters of orders by another record; the address has its id only.

type IdFieldProps = { id: string | undefined; onChange: (id: string | null) => void }
const ignore = () => undefined
const nobody = (searchText: string) => (searchText ? `Nobody found for “${searchText}”` : 'Nobody yet')

const staffOption = ({ full_name }: Pick<StaffUser, 'full_name'>) => <RecordOption name={full_name} />

/** The staff user whose orders are listed. */
export function StaffField({ id, onChange }: IdFieldProps) {
  const name = useStaffName(id)
  return (
    <RecordPicker<Pick<StaffUser, 'id' | 'full_name'>, StaffUser>
      field={{ name: 'assigned_user', ref: ignore, onBlur: ignore }}
      label="Staff user"
      value={id ? { id, full_name: name } : null}
      onChange={(person) => onChange(person?.id ?? null)}
      search={(searchText) =>
        query(listStaff, { querystring: { is_superuser: 'false', limit: '20', query: searchText } })
      }
      nameOf={({ full_name }) => full_name}
      option={staffOption}
      records="Staff"
      nothing={nobody}
      placeholder="Anyone"
    />
  )
}

type Customer = Pick<User, 'id' | 'first_name' | 'last_name'> & Partial<Pick<User, 'mobile'>>

const customerOption = (person: Customer) => (
  <RecordOption name={fullName(person)} about={person.mobile ? phone(person.mobile) : null} />
)

/** The customer whose orders are listed. */
export function CustomerField({ id, onChange }: IdFieldProps) {
  const name = useCustomerName(id)
  return (
    <RecordPicker<Customer, User>
      field={{ name: 'user', ref: ignore, onBlur: ignore }}
      label="Customer"
      value={id ? { id, first_name: name, last_name: '' } : null}
      onChange={(person) => onChange(person?.id ?? null)}
      search={(searchText) => query(listUsers, { querystring: { limit: '20', query: searchText } })}
      nameOf={fullName}
      option={customerOption}
      records="Customers"
      nothing={nobody}
      placeholder="Anyone"
    />
  )
}

type Company = Pick<Client, 'id' | 'name'> & Partial<Pick<Client, 'contact'>>

const companyOption = ({ name, contact }: Company) => (
  <RecordOption name={name} about={contact ? phone(contact) : null} />
)

const noCompany = (searchText: string) =>
  searchText ? `No company found for “${searchText}”` : 'No companies yet'

/** A company: the one whose vouchers the customers have, or that pays. */
export function CompanyField({
  id,
  onChange,
  label = 'Customer has vouchers of',
  placeholder = 'Any company',
}: IdFieldProps & { label?: string; placeholder?: string }) {
  const name = useCompanyName(id)
  return (
    <RecordPicker<Company, Client>
      field={{ name: 'client', ref: ignore, onBlur: ignore }}
      label={label}
      value={id ? { id, name } : null}
      onChange={(company) => onChange(company?.id ?? null)}
      search={(searchText) => query(listClients, { querystring: { limit: '20', query: searchText } })}
      nameOf={({ name }) => name}
      option={companyOption}
      records="Companies"
      nothing={noCompany}
      placeholder={placeholder}
    />
  )
}
