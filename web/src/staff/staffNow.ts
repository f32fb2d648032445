import { listStaff, type StaffUser } from '@our-print/contract/staff.ts'
import { call } from '../api/call.ts'
import { differences } from '../api/useChange.ts'

/** There is no question for one of the staff: their mobile or name finds them, whatever else was changed. */
export async function findStaff({ id, email, full_name, mobile }: StaffUser): Promise<StaffUser | undefined> {
  for (const words of [email, mobile, full_name]) {
    if (!words) continue
    const { results } = await call(listStaff, { querystring: { query: words, limit: '100' } })
    const found = results.find((one) => one.id === id)
    if (found) return found
  }
  return undefined
}

/** What differs between one of the staff as they were seen and as they are. */
export const staffChanges = (seen: StaffUser, now: StaffUser) =>
  differences([
    ['Full name', seen.full_name, now.full_name],
    ['Email', seen.email, now.email],
    ['Mobile', seen.mobile ?? '', now.mobile ?? ''],
    ['State', seen.is_active ? 'active' : 'inactive', now.is_active ? 'active' : 'inactive'],
  ])
