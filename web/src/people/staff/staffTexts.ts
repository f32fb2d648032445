import type { StaffUser } from '@our-print/contract/people/staff.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { activity } from '../../base/format/format.ts'

/** The changes between the version of a staff user that the person saw and the current one. */
export const staffChanges = (seen: StaffUser, current: StaffUser) =>
  differences([
    ['Full name', seen.full_name, current.full_name],
    ['Email', seen.email, current.email],
    ['Mobile', seen.mobile ?? '', current.mobile ?? ''],
    ['Ability set', seen.ability_set_data?.name ?? 'none', current.ability_set_data?.name ?? 'none'],
    ['Status', activity(seen), activity(current)],
  ])
