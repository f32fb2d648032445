import type { Lead } from '@our-print/contract/people/leads.ts'

/** A new lead with the mobile of an existing customer. */
export const lead: Lead = {
  id: '01900000-0000-7000-8000-0000000000a1',
  name: 'Kavya Devi Rao',
  email: 'kavya@example.com',
  mobile: '+919000000009',
  subject: 'Wedding cards',
  message: 'We need 400 cards.\nDo you deliver to Mysuru?',
  status: 'new',
  note: '',
  follow_up_on: null,
  owner: null,
  owner_data: null,
  user: null,
  client: null,
  doubles: [],
  created_at: '2026-01-03T10:00:00Z',
  version: 1,
}
