import { isDeepStrictEqual } from 'node:util'
import {
  type ChangedField,
  choiceFields,
  type OrderFieldChange,
  printedFields,
  textFields,
} from '@our-print/contract/orders/orderChanges.ts'
import type { OrderLine } from '@our-print/contract/orders/orderPrice.ts'
import type { Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import {
  linesInPaise,
  planPages,
  priceInPaise,
  subscriptionPriceInPaise,
  toPaise,
} from '@our-print/contract/orders/price.ts'
import { required } from '@our-print/contract/values.ts'
import type { Db } from '../base/database/db.ts'
import { conflict, invalid, unprocessable } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import * as credit from '../money/accounts/credit.queries.ts'
import { taxOn } from '../money/invoices/addedTax.queries.ts'
import * as customerAddresses from '../people/customers/customerAddresses.queries.ts'
import { cancelStale, lockOpen } from '../printing/printJobs/changeJobs.queries.ts'
import { planSheets, type Reports } from '../printing/sheets/planSheets.ts'
import * as couponUses from '../rewards/coupons/couponUses.queries.ts'
import * as soldPlans from '../rewards/plans/soldPlans.queries.ts'
import * as referrals from '../rewards/referrals/referrals.queries.ts'
import * as changes from './changeOrder.queries.ts'
import { checkCustomer, lockUploads, needsReports } from './createOrder.ts'
import * as orderFiles from './orderFiles.queries.ts'
import type { WholeOrder } from './orderJson.queries.ts'
import { checkTerms, owesMore, terms } from './orderPayments.ts'
import { refuseKeptPrice } from './refusePrices.ts'
import { refuseTooDear } from './tooDear.ts'

export const changeable: readonly string[] = [
  ...choiceFields,
  ...textFields,
  ...terms,
  'order_type',
  'files',
  'prices',
]

type Field = (typeof choiceFields)[number] | (typeof textFields)[number] | (typeof terms)[number]
type Wanted = Omit<Pick<Order, Field>, 'lines'> & { lines: OrderLine[]; files: changes.KeptFile[] }

/** Whether a change may price the order again, so that it needs to know how its files print. */
export const mayReprice = (patch: OrderUpdate) =>
  [...choiceFields, 'files', 'order_type'].some((field) => Object.hasOwn(patch, field))

/** Whether the order as wanted needs to know how its files print. */
export const wantsReports = (before: Order, patch: OrderUpdate) =>
  needsReports({ ...before, ...given(patch) })

const given = (patch: OrderUpdate) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as OrderUpdate

/** An empty text says nothing; a price of 0 says something. */
const filled = (value: unknown) => (value === 0 ? 0 : value || null)

/** What a patch changes of an order as its sender sees it. */
export const changesOf = (seen: Order, patch: OrderUpdate): OrderUpdate =>
  Object.fromEntries(
    Object.entries(given(patch)).filter(([field, value]) => {
      if (field === 'order_type' && patch.user_subscription_plan !== undefined) return true
      const before = filled((seen as Record<string, unknown>)[field])
      return changeable.includes(field) && !isDeepStrictEqual(sorted(filled(value)), sorted(before))
    }),
  )

/** Changes what a locked order is. The transaction’s caller has checked who asks, and the version. */
export async function changeOrder(
  db: Db,
  actor: Actor,
  before: WholeOrder,
  patch: OrderUpdate,
  reports: Reports,
): Promise<void> {
  const kept = await changes.listFiles(db, before.id)
  const wanted = wantedOf(before, patch, kept)
  const changed = changedFields({ ...before, files: kept }, wanted)
  if (changed.length === 0) return
  if (before.status === 'cancelled')
    throw conflict('A cancelled order can no longer be changed.', 'not_allowed')
  if (!wanted.pickup && wanted.address === null) throw invalid('address', required)
  await checkTerms(db, before, wanted, changed)
  const isTextOnly = changed.every((field) => [...textFields, ...terms].some((each) => each === field))
  const rest = isTextOnly
    ? []
    : await changeChoices(db, actor, { before, wanted, changed, kept, patch, reports })
  if (isTextOnly) await changes.updateTexts(db, before.id, wanted)
  if (
    wanted.address &&
    changed.some((field) => field === 'address' || field === 'user' || field === 'pickup')
  )
    await customerAddresses.keep(db, wanted.user, wanted.address)
  if (owesMore(changed, rest)) await credit.refuseAboveLimit(db, actor, before.id)
  const told = await changes.describe(db, { ...before, files: kept }, wanted, changed)
  await changes.addHistory(db, actor.id, before, [...told, ...rest])
}

function wantedOf(before: WholeOrder, patch: OrderUpdate, kept: changes.KeptFile[]): Wanted {
  const sent = given(patch)
  const wanted = Object.fromEntries(
    [...choiceFields, ...textFields, ...terms].map((field) => [
      field,
      Object.hasOwn(sent, field) ? sent[field] : before[field],
    ]),
  ) as Omit<Wanted, 'files'>
  if (sent.order_type === 'print' && sent.user_subscription_plan === undefined)
    wanted.user_subscription_plan = null
  if (sent.order_type === 'subscription' && !wanted.user_subscription_plan)
    throw unprocessable('user_subscription_plan', 'Choose one of the customer’s plans')
  if (sent.order_type === 'print' && wanted.user_subscription_plan)
    throw unprocessable('user_subscription_plan', 'Only a subscription order uses a plan')
  const code = wanted.coupon_code || null
  const isSameCode = code?.trim().toLowerCase() === before.coupon_code?.toLowerCase()
  const reason = wanted.price_by_hand === null ? null : wanted.price_by_hand_reason || null
  if (wanted.price_by_hand !== null && reason === null) throw invalid('price_by_hand_reason', required)
  return {
    ...wanted,
    user: wanted.user,
    billed_to: wanted.billed_to ?? null,
    lines: wanted.lines ?? [],
    coupon_code: isSameCode ? before.coupon_code : code,
    price_by_hand_reason: reason,
    address: wanted.pickup ? null : wanted.address,
    files: patch.files
      ? patch.files.map(({ id, page_ranges }) => ({
          id,
          page_ranges: page_ranges || null,
          name: kept.find((file) => file.id === id)?.name ?? '',
        }))
      : kept,
  }
}

/** The same address may be sent with its keys in another sequence. */
const sorted = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    : value

function changedFields(
  before: Omit<Wanted, 'files'> & { files: changes.KeptFile[] },
  wanted: Wanted,
): ChangedField[] {
  const same = (field: Field) => isDeepStrictEqual(sorted(before[field]), sorted(wanted[field]))
  const filesOf = (files: changes.KeptFile[]) => files.map(({ id, page_ranges }) => [id, page_ranges])
  return [
    ...[...textFields, ...terms, ...choiceFields].filter((field) => !same(field)),
    ...(isDeepStrictEqual(filesOf(before.files), filesOf(wanted.files)) ? [] : ['files' as const]),
  ]
}

type Change = {
  before: WholeOrder
  wanted: Wanted
  changed: ChangedField[]
  kept: changes.KeptFile[]
  patch: OrderUpdate
  reports: Reports
}

/** Changes what is printed and charged, and all that follows from it; answers what follows for the history. */
async function changeChoices(db: Db, actor: Actor, change: Change): Promise<OrderFieldChange[]> {
  const { before, wanted, changed, kept, patch, reports } = change
  await lockOpen(db, before.id)
  if (!(await changes.isOpenToChange(db, before.id))) throw conflict(onlyTexts(before), 'printing_begun')
  if (changed.includes('user')) {
    await checkCustomer(db, wanted.user)
    await referrals.remove(db, before.id)
  }
  const files = await takeFiles(db, actor, kept, wanted.files, before.id)
  if (files.length === 0) throw conflict('This order has no files to price', 'not_allowed')
  if (needsReports(wanted) && files.some(({ id }) => !reports.has(id)))
    throw conflict('The files were changed meanwhile. Try again.', 'stale_files')
  const plan = planSheets(files, wanted, reports)
  if (changed.includes('files')) {
    const gone = kept.filter(({ id }) => !files.some((file) => file.id === id)).map(({ id }) => id)
    await orderFiles.takeOff(db, before.id, gone)
    await orderFiles.addToOrder(db, plan.files, before.id)
  }

  const options = { ...wanted, pages: plan.paid_sides, color_pages: plan.paid_color_sides }
  const pricing = await changes.pricingOf(db, before.id, patch.prices)
  const isByPlan = wanted.user_subscription_plan !== null
  const printing = (isByPlan ? subscriptionPriceInPaise : priceInPaise)(options, pricing.prices)
  const calculated = printing + linesInPaise(wanted.lines)
  refuseKeptPrice(actor, before, changed, calculated)
  const amount = wanted.price_by_hand === null ? calculated : toPaise(wanted.price_by_hand)

  const plan_pages = isByPlan ? planPages(options) : 0
  await movePlanPages(db, before, wanted, plan_pages)
  const coupon = await moveCoupon(db, before, wanted, amount)
  const taxed = { ...options, is_by_plan: isByPlan, amount, discount: coupon.discount }
  const tax = await taxOn(db, taxed, pricing)
  refuseTooDear(Math.max(amount + (tax ?? 0), calculated))
  const after = await changes.update(db, before.id, wanted, {
    pages: plan.files.reduce((sum, { page_count }) => sum + page_count, 0),
    impressions: plan.impressions,
    blank_sides: plan.blank_sides,
    color_pages: wanted.color === 'mixed' ? plan.color_impressions : null,
    amount,
    calculated_amount: wanted.price_by_hand === null ? null : calculated,
    plan_pages,
    tax,
    is_of_today: patch.prices === 'today',
    ...coupon,
  })
  wanted.files = plan.files
  wanted.coupon_code = coupon.coupon_code
  const isStale = changed.some((field) => printedFields.includes(field))
  const jobs = isStale ? await cancelStale(db, before.id) : 0
  return [
    ...(after.payable === before.payable
      ? []
      : [{ field: 'payable' as const, from: before.payable, to: after.payable }]),
    ...(jobs > 0 ? [{ field: 'print_jobs' as const, from: jobs, to: 0 }] : []),
  ]
}

function onlyTexts({ status, is_ready, printed }: Order): string {
  if (is_ready && printed === 'none')
    return 'This order is ready for pick-up. Its title, promised time, notes and address can still change; to print it otherwise, take that back first.'
  return status === 'confirmed' || status === 'assigned'
    ? 'Printing of this order has begun. Its title, promised time, notes and address can still change; to print it otherwise, duplicate it or reprint a file.'
    : 'This order has left the shop. Its title, promised time, notes and address can still change; to print it otherwise, duplicate it.'
}

/** The files as wanted: those of the order, and uploads of the actor. */
async function takeFiles(
  db: Db,
  actor: Actor,
  kept: changes.KeptFile[],
  wanted: changes.KeptFile[],
  order: string,
) {
  const ids = wanted.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid('files', 'A file is named twice')
  const added = ids.filter((id) => !kept.some((file) => file.id === id))
  const uploads = await lockUploads(db, added, actor).catch(() => {
    throw unprocessable('files', 'A file is no longer there; add it again')
  })
  const known = await changes.readFiles(db, [...ids.filter((id) => !added.includes(id)), ...added], order)
  return wanted.map(({ id, page_ranges }) => {
    const file = [...uploads, ...known].find((each) => each.id === id)
    if (!file) throw unprocessable('files', 'A file is no longer there; add it again')
    return { id, name: file.name, page_count: file.page_count, page_ranges }
  })
}

/** Gives back and uses pages of plans, so that exactly those of the changed order are used. */
async function movePlanPages(db: Db, before: WholeOrder, wanted: Wanted, pages: number): Promise<void> {
  const [old, plan] = [before.user_subscription_plan, wanted.user_subscription_plan]
  if (old === null && plan === null) return
  await soldPlans.lockBoth(db, [old, plan])
  if (old !== null && old === plan && before.user === wanted.user)
    return soldPlans.changePages(db, old, wanted.user, pages - before.plan_pages)
  await soldPlans.giveBackPages(db, [before.id])
  if (plan !== null) await soldPlans.usePages(db, plan, wanted.user, pages)
}

/** The coupon of the changed order, and its discount in paise; its uses are counted in this transaction. */
async function moveCoupon(
  db: Db,
  before: WholeOrder,
  { coupon_code: code, user }: Wanted,
  amount: number,
): Promise<{ coupon_code: string | null; discount: number }> {
  if (before.coupon_code === null && code === null) return { coupon_code: null, discount: 0 }
  await couponUses.lockBoth(db, before.id, code)
  if (code !== null && code === before.coupon_code && user === before.user)
    return { coupon_code: code, discount: await couponUses.changeAmount(db, before.id, amount) }
  await couponUses.remove(db, before.id)
  if (code === null) return { coupon_code: null, discount: 0 }
  const use = await couponUses.reserve(db, { code, user, amount, order: before.id })
  await couponUses.create(db, use, before.id, user)
  return { coupon_code: use.code, discount: use.discount }
}
