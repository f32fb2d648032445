import type { User } from '@our-print/contract/people/customers.ts'
import type { StaffUser } from '@our-print/contract/people/staff.ts'

/** A customer. */
export const anita: User = {
  id: '01900000-0000-7000-8000-00000000000b',
  first_name: 'Anita',
  last_name: 'Hegde',
  email: 'anita@example.com',
  mobile: '+919000000005',
  notes: 'Rings twice',
  is_active: true,
  referral_code: 'ANITA234',
  double_of: null,
  coins: 120.5,
  tags: [],
  spent: 1250,
  spent_this_year: 250,
  orders_count: 3,
  created_at: '2026-01-03T10:00:00Z',
  version: 4,
}

/** A staff user with open orders. */
export const ravi: StaffUser = {
  id: '01900000-0000-7000-8000-00000000000c',
  full_name: 'Ravi Kumar',
  email: 'ravi@example.com',
  mobile: '+919000000001',
  is_superuser: false,
  is_active: true,
  ability_set: null,
  ability_set_data: null,
  open_orders: 3,
  delivered: 41,
  created_at: '2026-01-03T10:00:00Z',
  version: 1,
}
