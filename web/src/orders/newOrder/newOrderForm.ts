import { NewOrder } from '@our-print/contract/orders/orders.ts'
import {
  type PrintOptions,
  planPages,
  priceInPaise,
  subscriptionPriceInPaise,
} from '@our-print/contract/orders/price.ts'
import type { Fit, Layout } from '@our-print/contract/printing/sheetLayout.ts'
import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { count, plural } from '../../base/format/format.ts'

/** The form's fields. The address is kept while pickup is on, in case it is switched off again. */
export type NewOrderFields = {
  user: string
  /** The plan that pays for the printing; '' if it is paid by money. */
  user_subscription_plan: string
  title: string
  copies: number | null
  color: PrintOptions['color']
  sides: PrintOptions['sides']
  paper_size: PrintOptions['paper_size']
  binding: PrintOptions['binding']
  layout: Layout
  fit: Fit
  bundle: boolean
  notes: string
  coupon_code: string
  referral_code: string
  pickup: boolean
  address: { line1: string; line2: string; city: string; state: string; country: string; pincode: string }
  uploads: string[]
}

export const emptyOrder: NewOrderFields = {
  user: '',
  user_subscription_plan: '',
  title: '',
  copies: 1,
  color: 'bw',
  sides: 'single',
  paper_size: 'A4',
  binding: 'none',
  layout: '1-up',
  fit: 'shrink',
  bundle: false,
  notes: '',
  coupon_code: '',
  referral_code: '',
  pickup: false,
  address: { line1: '', line2: '', city: '', state: '', country: 'India', pincode: '' },
  uploads: [],
}

/** The form of a new order, checked as on the server; the address counts only for a delivery. */
export const useNewOrderForm = () =>
  useContractForm(NewOrder, { defaultValues: emptyOrder, prepare, mode: 'onSubmit' })

function prepare(fields: NewOrderFields) {
  const plan = fields.user_subscription_plan || undefined
  return {
    ...fields,
    order_type: plan ? 'subscription' : 'print',
    user_subscription_plan: plan,
    copies: fields.copies ?? Number.NaN,
    coupon_code: fields.coupon_code.trim() || undefined,
    referral_code: fields.referral_code.trim() || undefined,
    address: fields.pickup ? null : fields.address,
  }
}

/** 'Lecture notes.pdf' becomes 'Lecture notes'. */
export const titleFrom = (fileName: string) =>
  fileName
    .replace(/\.[^.]{1,5}$/, '')
    .trim()
    .slice(0, 200)

export type PriceLines = { printing: number; binding: number; delivery: number; total: number }

/** The plan pages that the order would use: its printed sides. */
export const pagesOfPlan = (pages: number, copies: number | null) => planPages({ pages, copies: copies ?? 0 })

/** The error if the plan has too few pages, known before the server says so. */
export const missingPages = ({ pages_left }: Pick<SoldPlan, 'pages_left'>, used: number) =>
  used > pages_left
    ? `This order needs ${plural(used, 'page')}, but the plan has only ${count(pages_left)} left. Print fewer copies, or pay per print.`
    : undefined

/** The parts of the price in paise, from the same function that computes the price on the server. */
export function priceLines(options: PrintOptions, configuration: Configuration, byPlan = false): PriceLines {
  const price = byPlan ? subscriptionPriceInPaise : priceInPaise
  const total = price(options, configuration)
  const collected = price({ ...options, pickup: true }, configuration)
  const printing = price({ ...options, pickup: true, binding: 'none' }, configuration)
  return { printing, binding: collected - printing, delivery: total - collected, total }
}
