import type { PayTime } from '@our-print/contract/money/paymentTerms.ts'
import { type PrintOptions, planPages } from '@our-print/contract/orders/price.ts'
import type { Fit, Layout } from '@our-print/contract/printing/sheetLayout.ts'
import type { SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
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
  lines: { text: string; quantity: number | null; price: number | null }[]
  coupon_code: string
  referral_code: string
  pickup: boolean
  address: { line1: string; line2: string; city: string; state: string; country: string; pincode: string }
  uploads: string[]
  /** ISO text; null if no time is promised. */
  promised_at: string | null
  /** From when it arrives, if a window is agreed. */
  window_from: string | null
  pay_by: PayTime
  /** The company that pays; '' if the customer does. */
  billed_to: string
  /** What is paid right there; an empty amount is all of it. Of cash also what is handed over. */
  paid_method: string
  paid_amount: number | null
  paid_given: number | null
  paid_reference: string
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
  lines: [],
  coupon_code: '',
  referral_code: '',
  pickup: false,
  address: { line1: '', line2: '', city: '', state: '', country: 'India', pincode: '' },
  uploads: [],
  promised_at: null,
  window_from: null,
  pay_by: 'at_door',
  billed_to: '',
  paid_method: 'cash',
  paid_amount: null,
  paid_given: null,
  paid_reference: '',
}

const schema = lazyFile(async () => (await import('@our-print/contract/orders/orders.ts')).NewOrder)

/** The form of a new order, checked as on the server; the address counts only for a delivery. */
export const useNewOrderForm = () =>
  useContractForm(schema, { defaultValues: emptyOrder, prepare, mode: 'onSubmit' })

function prepare({
  pay_by,
  billed_to,
  paid_method,
  paid_amount,
  paid_given: _given,
  paid_reference,
  ...fields
}: NewOrderFields) {
  const plan = fields.user_subscription_plan || undefined
  return {
    ...fields,
    order_type: plan ? 'subscription' : 'print',
    user_subscription_plan: plan,
    copies: fields.copies ?? Number.NaN,
    lines: fields.lines.map(numbered),
    coupon_code: fields.coupon_code.trim() || undefined,
    referral_code: fields.referral_code.trim() || undefined,
    address: fields.pickup ? null : fields.address,
    ...(pay_by !== 'at_door' && { pay_by }),
    ...(pay_by === 'on_account' && billed_to && { billed_to }),
    ...(pay_by === 'now' && {
      payment: {
        method: paid_method,
        reference: paid_method === 'cash' ? null : paid_reference || null,
        ...(paid_amount !== null && { amount: paid_amount }),
      },
    }),
  }
}

/** An empty number is reported as missing. */
export const numbered = (line: NewOrderFields['lines'][number]) => ({
  ...line,
  quantity: line.quantity ?? Number.NaN,
  price: line.price ?? Number.NaN,
})

/** 'Lecture notes.pdf' becomes 'Lecture notes'. */
export const titleFrom = (fileName: string) =>
  fileName
    .replace(/\.[^.]{1,5}$/, '')
    .trim()
    .slice(0, 200)

/** The plan pages that the order would use: its printed sides. */
export const pagesOfPlan = (pages: number, copies: number | null) => planPages({ pages, copies: copies ?? 0 })

/** The error if the plan has too few pages, known before the server says so. */
export const missingPages = ({ pages_left }: Pick<SoldPlan, 'pages_left'>, used: number) =>
  used > pages_left
    ? `This order needs ${plural(used, 'page')}, but the plan has only ${count(pages_left)} left. Print fewer copies, or pay per print.`
    : undefined

/** Where the server’s errors are shown. */
export const fieldNames = [
  'user',
  'referral_code',
  'user_subscription_plan',
  'title',
  'copies',
  'color',
  'sides',
  'paper_size',
  'binding',
  'layout',
  'fit',
  'address.line1',
  'address.line2',
  'address.city',
  'address.state',
  'address.country',
  'address.pincode',
  'notes',
  'coupon_code',
  'promised_at',
  'window_from',
  'pay_by',
  'billed_to',
] as const
