import type { Lead } from '@our-print/contract/people/leads.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { formatDay, today } from '../../base/format/format.ts'

export const leadStatusLabels: Record<Lead['status'], string> = {
  new: 'New',
  contacted: 'Contacted',
  won: 'Won',
  lost: 'Lost',
}

/** Whether the follow-up day has passed while the lead is still open. */
export const isOverdue = ({ follow_up_on, status }: Pick<Lead, 'follow_up_on' | 'status'>) =>
  follow_up_on !== null && follow_up_on < today() && (status === 'new' || status === 'contacted')

/** 'Anita Devi Hegde' becomes 'Anita Devi' and the last name 'Hegde'. */
export function splitName(name: string) {
  const words = name.trim().split(/\s+/)
  const last_name = words.length > 1 ? (words.pop() ?? '') : ''
  return { first_name: words.join(' '), last_name }
}

const day = (on: string | null) => (on ? formatDay(on) : '')

/** The changes between the version of a lead that the person saw and the current one. */
export const leadChanges = (seen: Lead, current: Lead) =>
  differences([
    ['Status', leadStatusLabels[seen.status], leadStatusLabels[current.status]],
    ['Note', seen.note, current.note],
    ['Follow-up', day(seen.follow_up_on), day(current.follow_up_on)],
    ['Owner', seen.owner_data?.full_name ?? 'nobody', current.owner_data?.full_name ?? 'nobody'],
    ['Customer', seen.user ? 'yes' : 'no', current.user ? 'yes' : 'no'],
    ['Company', seen.client ? 'yes' : 'no', current.client ? 'yes' : 'no'],
  ])
