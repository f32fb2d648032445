import { priceInPaise, subscriptionPriceInPaise } from '@our-print/contract/orders/price.ts'
import { pagesIn } from '@our-print/contract/printing/pageRanges.ts'
import {
  countPaidSides,
  countSheets,
  laySheets,
  type PaidSides,
  type SheetCounts,
} from '@our-print/contract/printing/sheetLayout.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import type { Row } from './bulkLoad.queries.ts'
import { arrivals, type Day, hour } from './calendar.ts'
import { printJobs } from './content/printJobs.ts'
import { wishes } from './content/remarks.ts'
import { coinsEarned } from './demoCoins.ts'
import type { makeCoupons } from './demoCoupons.ts'
import type { DemoCustomer } from './demoCustomers.ts'
import type { DemoFiles } from './demoFiles.ts'
import type { sellPlans } from './demoPlans.ts'
import { makeHistory, type Step } from './orderHistory.ts'
import { Random } from './random.ts'

type Shop = {
  days: readonly Day[]
  now: number
  admin: string | null
  staff: string[]
  customers: DemoCustomer[]
  files: DemoFiles
  configuration: Configuration
  pay: ReturnType<typeof sellPlans>['pay']
  useCoupon: ReturnType<typeof makeCoupons>['use']
  /** The companies for which some customers order. */
  payers: readonly string[]
}

/** This many orders, oldest first, each with its files, history and coins. */
export function* makeOrders(count: number, shop: Shop) {
  const random = new Random('orders')
  const { customers, configuration, now } = shop
  const earn = coinsEarned(configuration.coins_per_100_rupees)
  // Payments are kept for a month; a big shop has them for its last days.
  const paymentsFrom = now - 30 * 24 * hour * Math.min(1, 12_000 / count)
  let known = 0
  const waiting: DemoCustomer[] = []
  for (const arrival of arrivals(random, shop.days, count, now)) {
    for (; (customers[known]?.created ?? Infinity) <= arrival.at; known++) {
      waiting.push(...customers.slice(known, known + 1).filter(({ isNewcomer }) => isNewcomer))
    }
    // A new customer always orders. Among the others, early customers order more often.
    const regular = customers[Math.floor(known * random.fraction() ** 1.5)] as DemoCustomer
    const newcomer = waiting.shift()
    const customer = newcomer ?? regular
    const id = random.id(arrival.at)
    const job = random.weighted(printJobs)
    const files = job.files
      .filter((_, position) => position === 0 || random.happens(0.4))
      .map(({ name, document }, index) =>
        makeFile(random, id, index + 1, name, shop.files[document], arrival.at),
      )
    const pages = files.reduce((sum, { page_count }) => sum + page_count, 0)
    const { color, sides, paper_size, binding, layout = '1-up', bundle = false } = job
    const { impressions, blank_sides, paid_sides: sidesPaid } = countSides(files, { layout, sides, bundle })
    const printed = { copies: random.pick(job.copies), color, sides, paper_size, binding }
    const pickup = random.happens(0.15)
    const steps = makeHistory(random, arrival, shop, now)
    const user_id = customer.row.id
    const is_cancelled = steps.at(-1)?.to === 'cancelled'
    const paid = shop.pay({
      user: user_id,
      age: arrival.age,
      pages: sidesPaid,
      copies: printed.copies,
      is_cancelled,
    })
    const options = { ...printed, ...(paid && { copies: paid.copies }) }
    const amount = paid
      ? subscriptionPriceInPaise({ ...options, pickup }, configuration)
      : priceInPaise({ ...options, pages: sidesPaid, pickup }, configuration)
    const stamped = stamps(steps)
    const { delivered_at, cancelled_at } = stamped
    const coupon = shop.useCoupon({
      id,
      user_id,
      at: arrival.at,
      age: arrival.age,
      amount,
      cancelled_at,
      isFirst: newcomer !== undefined,
    })
    const payable = amount - (coupon?.discount ?? 0)
    const by = stamped.assigned_user
    const address = pickup ? null : customer.address
    const isSettled = delivered_at !== null && Date.parse(delivered_at) < paymentsFrom
    const payer = isSettled || is_cancelled || payable === 0 ? undefined : payerOf(user_id, shop.payers)
    const order = {
      id,
      title: random.pick(job.titles).replace('{name}', customer.name).replace('{family}', customer.family),
      user_id,
      order_type: paid ? 'subscription' : 'print',
      user_subscription_plan: paid?.user_subscription_plan ?? null,
      plan_pages: paid?.plan_pages ?? 0,
      pdf_page_count: pages,
      ...options,
      layout,
      bundle,
      impressions,
      blank_sides,
      notes: random.happens(0.25) ? random.pick(wishes) : '',
      pickup,
      address: address && JSON.stringify(address),
      amount,
      discount: coupon?.discount ?? 0,
      settled_before: isSettled ? payable : 0,
      client_id: payer ?? null,
      pay_by: payer ? 'on_account' : 'at_door',
      coupon_code: coupon?.code ?? null,
      created_at: time(arrival.at),
      ...stamped,
    } satisfies Row
    const history = steps.map((step) => makeLine(random, id, step))
    const first = {
      id,
      customer,
      at: arrival.at,
      age: arrival.age,
      address,
      payable,
      delivered_at,
      cancelled_at,
      by,
    }
    yield {
      order,
      files,
      history,
      coins: earn({ id, user_id, delivered_at, by, payable }),
      coupon,
      first: newcomer && first,
    }
  }
}

/** Some customers order for a company, which pays on account. */
const payerOf = (user: string, payers: readonly string[]) =>
  Number.parseInt(user.slice(-2), 16) % 8 === 0
    ? payers[Number.parseInt(user.slice(-3, -2), 16) % payers.length]
    : undefined

/** The printed sides of a copy. Most orders have one for each page: a million of them need no sheets laid. */
type Sides = Pick<SheetCounts & PaidSides, 'impressions' | 'blank_sides' | 'paid_sides'>

function countSides(files: { page_count: number }[], choices: Parameters<typeof laySheets>[1]): Sides {
  const counts = files.map(({ page_count }) => page_count)
  if (choices.layout === '1-up' && !choices.bundle) {
    const impressions = counts.reduce((sum, count) => sum + count, 0)
    return { impressions, blank_sides: 0, paid_sides: impressions }
  }
  const pages = counts.map((count) => pagesIn(null, count))
  return { ...countSheets(laySheets(pages, choices)), ...countPaidSides(pages, choices) }
}

function makeFile(
  random: Random,
  order_id: string,
  position: number,
  name: string,
  stored: DemoFiles[keyof DemoFiles],
  at: number,
) {
  const { storage_key, sha256, size, page_count } = stored
  const facts = { storage_key, sha256, size, page_count }
  const content_type = 'application/pdf'
  return {
    id: random.id(at),
    order_id,
    position,
    name,
    content_type,
    ...facts,
    created_at: time(at),
  } satisfies Row
}

function makeLine(random: Random, order_id: string, { at, by, from, to, note }: Step) {
  return {
    id: random.id(at),
    order_id,
    at: time(at),
    by,
    from_status: from,
    to_status: to,
    note,
  } satisfies Row
}

const isAttempt = ({ from, to }: Step) => from === 'out-for-delivery' && to === 'assigned'

/** The order's columns that its moves set. */
function stamps(steps: Step[]) {
  const last = steps.at(-1) as Step
  const latest = (wanted: (step: Step) => boolean) => {
    const step = steps.findLast(wanted)
    return step ? time(step.at) : null
  }
  const isOut = last.to === 'out-for-delivery' || last.to === 'delivered'
  return {
    status: last.to,
    assigned_user: last.assignee,
    assigned_at: latest((step) => step.to === 'assigned' && !isAttempt(step)),
    out_for_delivery_at: isOut ? latest(({ to }) => to === 'out-for-delivery') : null,
    delivered_at: latest(({ to }) => to === 'delivered'),
    cancelled_at: latest(({ to }) => to === 'cancelled'),
    attempts: steps.filter(isAttempt).length,
    version: steps.length,
  }
}

const time = (moment: number) => new Date(moment).toISOString()
