import { randomUUIDv7 } from 'node:crypto'
import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { OrderLine } from '@our-print/contract/orders/orderPrice.ts'
import { NewOrder } from '@our-print/contract/orders/orders.ts'
import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import {
  linesInPaise,
  planPages,
  priceInPaise,
  subscriptionPriceInPaise,
  toPaise,
} from '@our-print/contract/orders/price.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { required } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import type { Db, Transaction } from '../base/database/db.ts'
import type { CheckedType } from '../base/files/checkingProcess.ts'
import type { JsonText } from '../base/http/jsonText.ts'
import { asFields, invalid, invalidFields, unprocessable } from '../base/http/problem.ts'
import { type Actor, withIdempotentWrite } from '../base/http/route.ts'
import { tellOfOrders } from '../customer/messages/tellFacts.queries.ts'
import * as credit from '../money/accounts/credit.queries.ts'
import { taxOn } from '../money/invoices/addedTax.queries.ts'
import * as invoiceSettings from '../money/invoices/invoiceSettings.queries.ts'
import * as payments from '../money/payments/payments.queries.ts'
import { whyNotActive } from '../people/customers/activeCustomers.ts'
import * as customerAddresses from '../people/customers/customerAddresses.queries.ts'
import type { PrintFile } from '../printing/office/officeConverter.ts'
import * as preflights from '../printing/preflight/preflight.queries.ts'
import { type PreflightDependencies, preflightFile } from '../printing/preflight/preflightFile.ts'
import * as autoPrints from '../printing/printJobs/autoPrints.queries.ts'
import {
  planSheets,
  type Reports,
  type SheetFile,
  type SheetPlan,
  withRanges,
} from '../printing/sheets/planSheets.ts'
import * as couponUses from '../rewards/coupons/couponUses.queries.ts'
import * as soldPlans from '../rewards/plans/soldPlans.queries.ts'
import * as referrals from '../rewards/referrals/referrals.queries.ts'
import * as configurations from '../shop/configurations/configurations.queries.ts'
import * as orderFiles from './orderFiles.queries.ts'
import { getOrder } from './orderJson.queries.ts'
import { takePayment } from './orderPayments.ts'
import { type Facts, readFacts } from './promises/measure.queries.ts'
import { proposedTime } from './promises/propose.ts'
import { refuseWrongWindow } from './promises.queries.ts'
import { releaseFiles, type UploadDependencies, withPrintFiles, withStoredFiles } from './receiveFiles.ts'
import { refuseTooDear } from './tooDear.ts'

export type OrderIntake = UploadDependencies & PreflightDependencies

/**
 * Creates an order from a multipart form with `order` (JSON) and `files`. Everything is validated before anything is
 * stored. One transaction writes the files, the order, its first history entry and the response for a retry.
 */
export const createOrder = (
  request: FastifyRequest,
  actor: Actor,
  intake: OrderIntake,
  signLinks: (order: JsonText) => JsonText,
) =>
  withPrintFiles(request, intake, ['order'], async ({ fields, files }) => {
    const order = readOrder(fields.get('order'))
    if (files.length + order.uploads.length > 20) throw invalid('files', 'At most 20 files')
    if (new Set(order.uploads).size < order.uploads.length) throw invalid('uploads', 'A file is named twice')
    const body = [fields.get('order'), ...files.map(({ sent_sha256, name }) => [sent_sha256, name])]

    return withStoredFiles(request, intake, files, async (stored) => {
      const reports = await preflight(intake, order, files, stored)
      let isRetry = true
      const answer = await withIdempotentWrite(intake.pool, request, body, async (db) => {
        isRetry = false
        return signLinks(await insertOrder(db, actor, order, stored, reports))
      })
      // The second copies that a retry has sent.
      if (isRetry) await releaseFiles(request, intake, stored)
      return answer
    })
  })

function readOrder(json: string | undefined): NewOrder {
  if (json === undefined) throw invalid('order', required)
  const parsed = NewOrder.safeParse(parse(json))
  // A program that says nothing of a promise has made none.
  if (parsed.success) return { promised_at: null, ...parsed.data }
  throw invalidFields(parsed.error.issues.flatMap((issue) => asFields(issue, 'order')))
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalid('order', 'This is not valid JSON')
  }
}

/** What was settled before an order is taken in: its price in paise, why it is by hand, and the quote whose files it takes. */
export type Settled = {
  amount: number
  discount: number
  tax: number | null
  note: string
  by_hand?: string
  quote?: string
}

/**
 * Statements that do not need each other's results are sent together, in this sequence. An order locks its customer when
 * it is inserted, so few round trips follow: the customer's next order waits for the commit.
 */
export async function insertOrder(
  db: Transaction,
  actor: Actor,
  order: NewOrder,
  newFiles: orderFiles.NewFile[],
  reports: Reports,
  settled?: Settled,
): Promise<JsonText> {
  if (newFiles.length + order.uploads.length === 0) throw invalid('files', 'Add at least one file')
  if (!order.pickup && !order.address) throw invalid('address', required)
  refuseWrongWindow(order.window_from ?? null, order.promised_at ?? null)
  const [, uploads, configuration, facts, taxes] = await Promise.all([
    checkCustomer(db, order.user),
    lockUploads(db, order.uploads, actor, settled?.quote),
    configurations.get(db),
    readFacts(db),
    invoiceSettings.get(db),
    orderFiles.create(db, newFiles),
    ...newFiles.map(({ id }) => saveReport(db, id, reports)),
  ])
  if (order.billed_to) await credit.checkCompany(db, order.billed_to)
  const plan = planSheets(withRanges([...uploads, ...newFiles], order.page_ranges), order, reports)
  const options = { ...order, pages: plan.paid_sides, color_pages: plan.paid_color_sides }
  const payment = await bookPayment(db, order, options, { prices: configuration, taxes }, settled)
  const id = randomUUIDv7()
  // `execute` sends a statement at once; one that is only awaited is sent later.
  const inserted = insert(db, id, order, plan, payment, facts).execute()
  if (payment.coupon) await couponUses.create(db, payment.coupon, id, order.user)
  if (order.referral_code) {
    const address = order.pickup ? null : (order.address ?? null)
    await referrals.create(db, { code: order.referral_code, user: order.user, orderId: id, address })
  }
  const rest = [
    orderFiles.addToOrder(db, plan.files, id).execute(),
    addHistory(db, id, actor, settled?.note).execute(),
  ]
  const printing = configuration.auto_print && autoPrints.add(db, id, actor.id).execute()
  const kept =
    order.address && !order.pickup && customerAddresses.keep(db, order.user, order.address).execute()
  const written = Promise.all([inserted, kept, printing, ...rest])
  if (order.payment || order.pay_by === 'on_account') {
    await written
    await settleIntake(db, actor, id, order)
  }
  const [row] = await Promise.all([getOrder(db, actor, id), written, tellOfOrders(db, 'order_taken', [id])])
  return row
}

/** What is paid right at the intake; the rest may be owed only within the limit. */
async function settleIntake(db: Db, actor: Actor, id: string, { payment }: NewOrder): Promise<void> {
  const inserted = await payments.lockNewOrder(db, id)
  if (payment) await takePayment(db, actor, inserted, { payment, at_delivery: false })
  await credit.refuseAboveLimit(db, actor, id)
}

/** Whether the price of an order, or the paper that it takes, depends on how its files print. */
export const needsReports = ({ color, fit }: Pick<NewOrder, 'color' | 'fit'>) =>
  color === 'mixed' || fit === 'refuse'

/** Reads how the files of an order print, if needed. */
export async function preflight(
  intake: OrderIntake,
  { color, fit, uploads }: NewOrder,
  received: PrintFile[] = [],
  stored: orderFiles.NewFile[] = [],
): Promise<Reports> {
  if (!needsReports({ color, fit })) return new Map()
  const earlier = uploads.map(async (id) => [id, await preflightFile(intake, id)] as const)
  const now = stored.map(async ({ id, name, content_type }, i) => {
    const content = received[i]?.content
    if (content === undefined) throw new Error('A stored file was not received')
    const file = { name, content_type: content_type as CheckedType }
    return [id, await intake.preflighter.inspect(id, file, (use) => use(content))] as const
  })
  return new Map(await Promise.all([...earlier, ...now]))
}

function saveReport(db: Db, id: string, reports: Reports) {
  const report = reports.get(id)
  return report && preflights.save(db, id, report).execute()
}

export async function checkCustomer(db: Db, id: string): Promise<void> {
  const [customer] = await db<
    { is_active: boolean }[]
  >`select is_active from users where id = ${id} for key share`
  const reason = whyNotActive(customer)
  if (reason) throw unprocessable('user', reason)
}

export async function lockUploads(db: Db, ids: string[], actor: Actor, quote?: string) {
  if (ids.length === 0) return []
  const uploads = await orderFiles.lockUploads(db, ids, actor.id, quote)
  if (uploads.length < ids.length) throw unprocessable('uploads', 'A file is no longer there; add it again')
  return uploads
}

type Price = { amount: number; plan: string | null; plan_pages: number }
type ByHand = { calculated_amount: number; price_by_hand_reason: string }
type Payment = Price & {
  coupon: couponUses.PendingUse | undefined
  by_hand: ByHand | undefined
  tax: number | null
}

/** Computes the price, the discount and the tax; uses the plan's pages and the coupon in this transaction. */
async function bookPayment(
  db: Db,
  order: NewOrder,
  options: NewOrder & PrintOptions,
  pricing: { prices: Configuration; taxes: InvoiceSettings },
  settled: Settled | undefined,
): Promise<Payment> {
  const price = await computePrice(db, order, options, pricing.prices)
  price.amount += linesInPaise(order.lines)
  const cost = settled ? { ...price, amount: settled.amount } : price
  const { coupon_code: code, user } = order
  const used = { user, amount: cost.amount, said: settled?.discount }
  const coupon = code ? await couponUses.reserve(db, { code, ...used }) : undefined
  const discount = coupon?.discount ?? 0
  const by_hand = settled?.by_hand
    ? { calculated_amount: price.amount, price_by_hand_reason: settled.by_hand }
    : undefined
  const taxed = { ...options, is_by_plan: price.plan !== null, amount: cost.amount, discount }
  const tax = settled ? settled.tax : await taxOn(db, taxed, pricing)
  refuseTooDear(cost.amount + (tax ?? 0))
  return { ...cost, coupon, by_hand, tax }
}

/** The price; a subscription order uses pages of its plan. */
async function computePrice(
  db: Db,
  order: NewOrder,
  options: PrintOptions,
  configuration: Configuration,
): Promise<Price> {
  const plan = order.user_subscription_plan
  if (order.order_type !== 'subscription') {
    if (plan) throw unprocessable('user_subscription_plan', 'Only a subscription order uses a plan')
    return { amount: priceInPaise(options, configuration), plan: null, plan_pages: 0 }
  }
  if (!plan) throw unprocessable('user_subscription_plan', 'Choose one of the customer’s plans')
  const plan_pages = planPages(options)
  await soldPlans.usePages(db, plan, order.user, plan_pages)
  return { amount: subscriptionPriceInPaise(options, configuration), plan, plan_pages }
}

/** Lines as they are stored: the price in paise. */
export const linesToStore = (lines: readonly OrderLine[]) =>
  lines.map((line) => ({ ...line, price: toPaise(line.price) }))

function insert(
  db: Db,
  id: string,
  order: NewOrder,
  { files, impressions, blank_sides, color_impressions }: SheetPlan<SheetFile>,
  { amount, plan, plan_pages, coupon, by_hand, tax }: Payment,
  facts: Facts,
) {
  const { user, title, order_type, copies, color, sides, paper_size, binding, notes, pickup, address } = order
  const { layout, fit, bundle } = order
  const pages = files.reduce((sum, { page_count }) => sum + page_count, 0)
  const proposed = proposedTime(
    { sides: copies * (impressions ?? pages), color: color !== 'bw', pickup },
    facts,
  )
  // A person may say null; where nobody was asked, the shop promises what it would propose.
  const promised = order.promised_at === undefined ? proposed : order.promised_at
  const colorPages = color === 'mixed' ? color_impressions : null
  return db`
    insert into orders (id, title, order_type, user_id, pdf_page_count, copies, color, sides, paper_size, binding,
      color_pages, layout, fit, bundle, impressions, blank_sides, notes, pickup, address, amount, discount, tax, coupon_code, user_subscription_plan, plan_pages, lines, promised_at, window_from, proposed_at, pay_by, client_id, calculated_amount, price_by_hand_reason)
    values (${id}, ${title}, ${order_type}, ${user}, ${pages}, ${copies}, ${color}, ${sides}, ${paper_size}, ${binding},
      ${colorPages}, ${layout}, ${fit}, ${bundle}, ${impressions}, ${blank_sides}, ${notes}, ${pickup}, ${address && !pickup ? db.json(address) : null}, ${amount}, ${coupon?.discount ?? 0}, ${tax},
      ${coupon?.code ?? null}, ${plan}, ${plan_pages}, ${db.json(linesToStore(order.lines))}, ${promised}, ${order.window_from ?? null}, ${proposed},
      ${order.pay_by ?? 'at_door'}, ${order.billed_to ?? null}, ${by_hand?.calculated_amount ?? null}, ${by_hand?.price_by_hand_reason ?? null})`
}

const addHistory = (db: Db, id: string, actor: Actor, note?: string) => db`
  insert into order_history (order_id, by, to_status, note)
  values (${id}, ${actor.id}, 'confirmed', ${note ?? null})`
