import { getUser } from '@our-print/contract/people/customers.ts'
import { getStaff } from '@our-print/contract/people/staff.ts'
import { getClient } from '@our-print/contract/rewards/clients.ts'
import { useRead } from '../base/api/api.ts'
import { idOrUnknown } from '../base/api/ids.ts'
import { fullName } from '../people/customers/fullName.ts'

/** The name of the staff user with this id, as soon as it is known. */
export function useStaffName(id: string | undefined): string {
  const params = { id: idOrUnknown(id ?? '') }
  const { data, isError } = useRead(getStaff, { params }, { enabled: id !== undefined })
  return data?.full_name ?? (isError ? 'Unknown' : '…')
}

/** The name of the customer with this id, as soon as it is known. */
export function useCustomerName(id: string | undefined): string {
  const params = { id: idOrUnknown(id ?? '') }
  const { data, isError } = useRead(getUser, { params }, { enabled: id !== undefined })
  return data ? fullName(data) : isError ? 'Unknown' : '…'
}

/** The name of the company with this id, as soon as it is known. */
export function useCompanyName(id: string | undefined): string {
  const params = { id: idOrUnknown(id ?? '') }
  const { data, isError } = useRead(getClient, { params }, { enabled: id !== undefined })
  return data?.name ?? (isError ? 'Unknown' : '…')
}
