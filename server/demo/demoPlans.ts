import { planPages } from '@our-print/contract/orders/price.ts'
import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour, opening } from './calendar.ts'
import type { DemoCustomer } from './demoCustomers.ts'
import { Random } from './random.ts'

const offers = [
  {
    name: 'Student 100',
    price: 249_00,
    pages_per_month: 100,
    duration_days: 30,
    description: 'Notes and assignments for one semester month.',
    is_active: true,
  },
  {
    name: 'Exam season',
    price: 599_00,
    pages_per_month: 300,
    duration_days: 60,
    description: 'Two months of question papers. Comes back before the next exams.',
    is_active: false,
  },
  {
    name: 'Office 500',
    price: 1_999_00,
    pages_per_month: 500,
    duration_days: 90,
    description: 'Invoices, agreements and reports of a small office.',
    is_active: true,
  },
  {
    name: 'Yearly 200',
    price: 4_999_00,
    pages_per_month: 200,
    duration_days: 365,
    description: 'For coaching classes and clinics.',
    is_active: true,
  },
] as const

type Sale = { plan: number; ago: number; is_nearly_used?: true; cancelledAfter?: number }

// By customer: early customers order often, so their plans are used. A renewal may start in the future.
const sales: Sale[][] = [
  [{ plan: 2, ago: 75 }],
  [{ plan: 0, ago: 24, is_nearly_used: true }],
  [
    { plan: 0, ago: 50 },
    { plan: 0, ago: 20 },
  ],
  [{ plan: 1, ago: 48, is_nearly_used: true }],
  [{ plan: 3, ago: 100 }],
  [{ plan: 2, ago: 118 }],
  [{ plan: 0, ago: 28, is_nearly_used: true }],
  [{ plan: 1, ago: 90 }],
  [
    { plan: 0, ago: 26 },
    { plan: 0, ago: -4 },
  ],
  [{ plan: 2, ago: 40 }],
  [{ plan: 0, ago: 12 }],
  [{ plan: 0, ago: 70, cancelledAfter: 6 }],
  [{ plan: 3, ago: 31 }],
  [{ plan: 0, ago: 8 }],
  [{ plan: 1, ago: 30 }],
  [{ plan: 0, ago: 64 }],
  [{ plan: 2, ago: 15, cancelledAfter: 9 }],
  [{ plan: 0, ago: 3 }],
]

type Sold = {
  row: Row & { id: string; pages_used: number; pages_total: number }
  sale: Sale
  lastAgo: number
}
type Printing = { user: string; age: number; pages: number; copies: number; is_cancelled: boolean }

/** The plans, the sold plans, and a function that pays orders with them and counts the pages. */
export function sellPlans(customers: readonly DemoCustomer[], days: readonly Day[]) {
  const random = new Random('plans')
  const today = days.at(-1) as Day
  const momentOf = (ago: number) =>
    Math.floor(today.starts - ago * 24 * hour + opening + random.uniform(1, 9) * hour)
  const plans = offers.map((offer) => {
    const created = momentOf(days.length + 10)
    return { id: random.id(created), ...offer, created_at: time(created) } satisfies Row
  })

  const sold = sales.flatMap((bought, index) =>
    bought.map((sale): Sold => {
      const plan = plans[sale.plan] as (typeof plans)[number]
      // A renewal is sold while the plan before is still active.
      const created = momentOf(Math.max(sale.ago, 1))
      const row = {
        id: random.id(created),
        user_id: customers[index]?.row.id ?? '',
        plan: plan.id,
        price: plan.price,
        starts_on: addDays(today.date, -sale.ago),
        ends_on: addDays(today.date, plan.duration_days - 1 - sale.ago),
        pages_total: plan.pages_per_month * Math.max(1, Math.round(plan.duration_days / 30)),
        pages_used: 0,
        cancelled_at:
          sale.cancelledAfter === undefined ? null : time(momentOf(sale.ago - sale.cancelledAfter)),
        created_at: time(created),
      }
      return { row, sale, lastAgo: sale.ago - plan.duration_days + 1 }
    }),
  )
  const byCustomer = Map.groupBy(sold, ({ row }) => String(row['user_id']))

  /** Pays an order with the customer's plan of that day, if it has enough pages. */
  function pay({ user, age, pages, copies, is_cancelled }: Printing) {
    const plan = byCustomer
      .get(user)
      ?.find(({ sale, lastAgo }) => !sale.cancelledAfter && age < sale.ago && age >= lastAgo)
    if (!plan || !(plan.sale.is_nearly_used || random.happens(0.7))) return undefined
    const left = plan.row.pages_total - plan.row.pages_used
    const wanted = plan.sale.is_nearly_used
      ? Math.max(1, Math.floor((left - random.whole(4, 12)) / pages))
      : copies
    const plan_pages = planPages({ pages, copies: wanted })
    if (plan_pages > left) return undefined
    if (!is_cancelled) plan.row.pages_used += plan_pages
    return { user_subscription_plan: plan.row.id, plan_pages, copies: wanted }
  }

  return { plans, sold: sold.map(({ row }) => row), pay }
}

const time = (moment: number) => new Date(moment).toISOString()
