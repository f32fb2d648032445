import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Flag, Id, optionalText, Rupees, required, Time, text, Version } from '../values.ts'

/** A plan that customers can buy: a number of pages a month, for a number of days. */
export const Plan = z
  .object({
    id: Id,
    name: z.string(),
    price: Rupees,
    pages_per_month: z.int(),
    duration_days: z.int(),
    description: z.string(),
    is_active: z.boolean(),
    /** Number of customers with an active plan of this kind. */
    subscribers_count: z.int(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'Plan' })
export type Plan = z.output<typeof Plan>

const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: (issue) => (issue.input === undefined ? required : 'This must be a whole number') })
    .min(min, `At least ${min}`)
    .max(max, `At most ${max}`)

const editable = {
  name: text(100),
  price: Rupees,
  pages_per_month: wholeNumber(1, 1_000_000),
  duration_days: wholeNumber(1, 3650),
  description: optionalText(2000).default(''),
  is_active: z.boolean().default(true),
}

/** What the list of plans can be sorted by. */
export const planOrderings = ['created_at', 'name', 'price'] as const

export const listPlans = {
  method: 'GET',
  url: '/api/subscription-plans/',
  config: { access: 'admin', summary: 'List plans, newest first.' },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(planOrderings),
      is_active: Flag.optional(),
    }),
    response: { 200: page(Plan) },
  },
} as const satisfies Endpoint

export const getPlan = {
  method: 'GET',
  url: '/api/subscription-plans/:id/',
  config: { access: 'admin', summary: 'One plan.' },
  schema: { ...byId, response: { 200: Plan } },
} as const satisfies Endpoint

export const createPlan = {
  method: 'POST',
  url: '/api/subscription-plans/',
  config: { access: 'admin', summary: 'Create a plan.' },
  schema: { body: z.strictObject(editable), response: { 201: Plan } },
} as const satisfies Endpoint

export const updatePlan = {
  method: 'PUT',
  url: '/api/subscription-plans/:id/',
  config: { access: 'admin', summary: 'Update a plan; sold plans keep their pages and days.' },
  schema: {
    ...byId,
    body: z.strictObject({
      ...Plan.pick({ id: true, subscribers_count: true, created_at: true, version: true }).partial().shape,
      ...editable,
    }),
    response: { 200: Plan },
  },
} as const satisfies Endpoint

export const deletePlan = {
  method: 'DELETE',
  url: '/api/subscription-plans/:id/',
  config: {
    access: 'admin',
    summary:
      'Delete a plan that was never sold; it stays in the bin for 30 days. 409 if it was sold: deactivate it instead.',
  },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

export const soldPlanStatuses = ['active', 'expired', 'cancelled'] as const
const UserPlanStatus = z.enum(soldPlanStatuses)

/**
 * A sold plan. It expires at the end of its last day in TIME_ZONE. Its status is active even before `starts_on`, but its
 * pages can be used only from that day.
 */
export const SoldPlan = z
  .object({
    id: Id,
    user: Id,
    user_data: z.object({ id: Id, first_name: z.string(), last_name: z.string(), mobile: z.string() }),
    plan: Id,
    plan_data: z.object({ id: Id, name: z.string(), price: Rupees }),
    price: Rupees,
    starts_on: Day,
    ends_on: Day,
    pages_total: z.int(),
    pages_used: z.int(),
    pages_left: z.int(),
    status: UserPlanStatus,
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'SoldPlan' })
export type SoldPlan = z.output<typeof SoldPlan>

/** What the list of sold plans can be sorted by. */
export const soldPlanOrderings = ['created_at', 'starts_on', 'ends_on'] as const

export const listSoldPlans = {
  method: 'GET',
  url: '/api/user-subscription-plans/',
  config: {
    access: 'admin',
    summary: 'List sold plans, newest first; query searches the customer and the plan’s name.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(soldPlanOrderings),
      status: UserPlanStatus.optional(),
      user: Id.optional(),
      plan: Id.optional(),
    }),
    response: { 200: page(SoldPlan) },
  },
} as const satisfies Endpoint

export const getSoldPlan = {
  method: 'GET',
  url: '/api/user-subscription-plans/:id/',
  config: { access: 'admin', summary: 'One sold plan.' },
  schema: { ...byId, response: { 200: SoldPlan } },
} as const satisfies Endpoint

export const sellPlan = {
  method: 'POST',
  url: '/api/user-subscription-plans/',
  config: {
    access: 'admin',
    summary:
      'Sell a plan to a customer, by default from today. A renewal starts on the day after the last one ends, or later. 409 if it has another `price` than the customer was told.',
  },
  schema: {
    body: z.strictObject({
      user: Id,
      plan: Id,
      starts_on: Day.optional(),
      /** What the customer was told; nothing is sold for another price. */
      price: Rupees.optional(),
    }),
    response: { 201: SoldPlan },
  },
} as const satisfies Endpoint

export const updateSoldPlan = {
  method: 'PATCH',
  url: '/api/user-subscription-plans/:id/',
  config: { access: 'admin', summary: 'Cancel a sold plan, or change its last day.' },
  schema: {
    ...byId,
    body: SoldPlan.partial().strict(),
    response: { 200: SoldPlan },
  },
} as const satisfies Endpoint
