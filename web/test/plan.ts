import type { Plan, SoldPlan } from '@our-print/contract/rewards/plans.ts'

export const plan: Plan = {
  id: '01900000-0000-7000-8000-0000000000b1',
  name: 'Student 500',
  price: 299,
  pages_per_month: 500,
  duration_days: 30,
  description: '',
  is_active: true,
  subscribers_count: 2,
  created_at: '2026-01-03T10:00:00Z',
  version: 4,
}

/** A sold plan with some pages used. */
export const soldPlan: SoldPlan = {
  id: '01900000-0000-7000-8000-0000000000b2',
  user: '01900000-0000-7000-8000-000000000001',
  user_data: {
    id: '01900000-0000-7000-8000-000000000001',
    first_name: 'Asha',
    last_name: 'Menon',
    mobile: '9000054321',
  },
  plan: plan.id,
  plan_data: { id: plan.id, name: plan.name, price: plan.price },
  price: 299,
  starts_on: '2026-01-03',
  ends_on: '2026-02-01',
  pages_total: 500,
  pages_used: 480,
  pages_left: 20,
  status: 'active',
  created_at: '2026-01-03T10:00:00Z',
  version: 2,
}
