import { randomUUID } from 'node:crypto'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Fixture } from './fixture.ts'
import type { Random } from './random.ts'
import type { Reply, ShopClient } from './shopClient.ts'
import type { WriteLog } from './writeLog.ts'

/** One simulated super admin. No other worker touches its orders, so the last status it read must be the stored one. */
export type Worker = {
  client: ShopClient
  random: Random
  fixture: Fixture
  log: WriteLog
  orders: Map<string, OrderStatus>
}

type Action = (worker: Worker) => Promise<void>

// One pixel: the smallest valid image, and fast to inspect.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const address = {
  line1: '12 MG Road',
  line2: '',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
}

const uniqueName = () => `T-${randomUUID()}`
const idOf = ({ body }: Reply) => String(body['id'])
let nextMobile = 0
const newMobile = () => `+9170${String(10_000_000 + nextMobile++)}`

const withFile = (name: string, order?: object) => () => {
  const form = new FormData()
  if (order) form.append('order', JSON.stringify(order))
  form.append('files', new Blob([png], { type: 'image/png' }), name)
  return form
}

/** Creates an order of a random kind: paid by a sold plan, with a coupon, or plain. */
const createOrder: Action = async (worker) => {
  const { client, random, fixture, log, orders } = worker
  const title = uniqueName()
  const plan = random.pick(fixture.soldPlans)
  const order = random.happens(0.3)
    ? { order_type: 'subscription', user: plan.user, user_subscription_plan: plan.id }
    : {
        user: random.pick(fixture.customers),
        ...(random.happens(0.5) && { coupon_code: random.pick(fixture.coupons) }),
      }
  const reply = await client.send(
    'POST',
    '/api/all-orders/',
    withFile('page.png', { ...order, title, address }),
    title,
  )
  // A one-time coupon that this customer has used already is refused.
  if (reply.status === 422) return log.recordRefusal('order', title)
  if (!log.expectStatus(reply, 201, 'order')) return
  orders.set(idOf(reply), 'confirmed')
  log.record('order', title, idOf(reply), 'confirmed')
}

/** Creates a customer whose first order names a referral code, and delivers that order. */
const createReferredOrder: Action = async (worker) => {
  const { client, random, fixture, log, orders } = worker
  const name = uniqueName()
  const customer = await client.send('POST', '/api/users/', { first_name: name, mobile: newMobile() }, name)
  if (!log.expectStatus(customer, 201, 'customer')) return
  log.record('customer', name, idOf(customer))
  const title = uniqueName()
  const order = {
    user: idOf(customer),
    title,
    pickup: true,
    referral_code: random.pick(fixture.referralCodes),
  }
  const reply = await client.send('POST', '/api/all-orders/', withFile('first.png', order), title)
  if (!log.expectStatus(reply, 201, 'referred order')) return
  orders.set(idOf(reply), 'confirmed')
  log.record('order', title, idOf(reply), 'confirmed')
  for (const to of ['assigned', 'out-for-delivery', 'delivered'] as const)
    await moveOrder(worker, idOf(reply), to)
}

const nextMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  confirmed: ['assigned', 'assigned', 'assigned', 'cancelled'],
  assigned: ['out-for-delivery', 'out-for-delivery', 'confirmed'],
  'out-for-delivery': ['delivered', 'delivered', 'delivered', 'assigned', 'cancelled'],
  delivered: ['out-for-delivery'],
  cancelled: [],
}

/** A PATCH has no Idempotency-Key, so after each move the stored status is read and used from then on. */
async function moveOrder(
  { client, random, fixture, log, orders }: Worker,
  id: string,
  wanted?: OrderStatus,
): Promise<void> {
  const from = orders.get(id)
  if (!from || nextMoves[from].length === 0) return
  const to = wanted ?? random.pick(nextMoves[from])
  const change = {
    status: to,
    note: 'Random move',
    ...(to === 'assigned' && from === 'confirmed' && { assigned_user: random.pick(fixture.staff) }),
  }
  const isBulk = random.happens(0.3)
  const reply = isBulk
    ? await client.send('POST', '/api/all-orders/bulk/', { ids: [id], ...change }, uniqueName())
    : await client.send('PATCH', `/api/all-orders/${id}/`, change)
  const now = await client.send('GET', `/api/all-orders/${id}/`)
  const status = now.body['status'] as OrderStatus
  // 409 is allowed: the first attempt may have moved the order although its response was lost, or its coins are spent.
  const moved = reply.status === 200 && (!isBulk || isOk(reply))
  if (moved && status !== to) log.recordUnexpected('move', now)
  if (reply.status !== 200 && reply.status !== 409) log.recordUnexpected('move', reply)
  orders.set(id, status)
  log.recordStatus(id, status)
}

const isOk = ({ body }: Reply) => (body['results'] as { ok: boolean }[] | undefined)?.[0]?.ok === true

const moveRandomOrder: Action = async (worker) => {
  const ids = [...worker.orders.keys()].slice(-20)
  if (ids.length > 0) await moveOrder(worker, worker.random.pick(ids))
}

const grantCoins: Action = async ({ client, random, fixture, log }) => {
  const reason = uniqueName()
  const delta = random.pick([5, 2.5, -1])
  const path = `/api/users/${random.pick(fixture.customers)}/coins/`
  const reply = await client.send('POST', path, { delta, reason }, reason)
  if (log.expectStatus(reply, 201, 'coins')) log.record('coins', reason, idOf(reply), String(delta))
}

const sellVoucher: Action = async ({ client, random, fixture, log }) => {
  const body = { user_id: random.pick(fixture.customers), voucher_info_id: random.pick(fixture.groups) }
  const reply = await client.send('POST', '/api/save-purchased-voucher/', body, uniqueName())
  if (!log.expectStatus(reply, 201, 'sold voucher')) return
  const code = String(reply.body['voucher_code'])
  if (!random.happens(0.1)) return log.record('sold voucher', code, idOf(reply), 'sold')
  const voided = await client.send(
    'POST',
    '/api/void-purchased-voucher/',
    { id: idOf(reply), reason: 'Torn' },
    uniqueName(),
  )
  if (log.expectStatus(voided, 200, 'void')) log.record('sold voucher', code, idOf(reply), 'voided')
}

const createCoupon: Action = async ({ client, log }) => {
  const name = uniqueName()
  const days = { valid_from: '2026-01-01', valid_to: '2099-12-31' }
  const body = { name, code: name.toUpperCase(), discount_percentage: 5, ...days }
  const reply = await client.send('POST', '/coupon_app/api/coupons/', body, name)
  if (log.expectStatus(reply, 201, 'coupon')) log.record('coupon', name, idOf(reply))
}

/** Fulfils a referrer's claims; refused (409) where none are left. */
const fulfilClaims: Action = async ({ client, random, fixture, log }) => {
  const referral_code = random.pick(fixture.referralCodes)
  const reply = await client.send(
    'POST',
    '/referral_app/api/mark-as-fulfilled/',
    { referral_code },
    uniqueName(),
  )
  if (reply.status !== 409 && reply.status !== 404) log.expectStatus(reply, 200, 'fulfilment')
}

const sellPlan: Action = async ({ client, random, fixture, log }) => {
  const body = { user: random.pick(fixture.customers), plan: fixture.plan }
  const reply = await client.send('POST', '/api/user-subscription-plans/', body, uniqueName())
  if (log.expectStatus(reply, 201, 'plan')) log.record('plan', idOf(reply), idOf(reply))
}

/** A scan is not repeated: one that was answered must be stored, one that was not may be. */
const scan: Action = async ({ client, random, fixture, log }) => {
  const code = random.pick(fixture.qrCodes)
  log.countScanRequest(code)
  const reply = await client.once('GET', `/?qr_code=${code}`)
  if (reply?.status === 302) log.countScanResponse(code)
  else if (reply && reply.status !== 503) log.recordUnexpected('scan', reply)
}

const createLead: Action = async ({ client, log }) => {
  const subject = uniqueName()
  const body = { name: 'Kavya', email: 'kavya@print.test', subject, message: 'How much?' }
  const reply = await client.send('POST', '/api/contact_us/', body, subject)
  if (log.expectStatus(reply, 201, 'lead')) log.record('lead', subject, idOf(reply))
}

/** Uploads a file and, half of the time, creates an order with it. */
const createUpload: Action = async (worker) => {
  const { client, random, fixture, log, orders } = worker
  const name = `${uniqueName()}.png`
  const file = await client.send('POST', '/api/order-uploads/', withFile(name), name)
  if (!log.expectStatus(file, 201, 'upload')) return
  log.record('upload', name, idOf(file))
  if (random.happens(0.5)) return
  const title = uniqueName()
  const body = { user: random.pick(fixture.customers), title, pickup: true, uploads: [idOf(file)] }
  const form = () => {
    const filled = new FormData()
    filled.append('order', JSON.stringify(body))
    return filled
  }
  const reply = await client.send('POST', '/api/all-orders/', form, title)
  if (!log.expectStatus(reply, 201, 'order of an upload')) return
  orders.set(idOf(reply), 'confirmed')
  log.record('order', title, idOf(reply), 'confirmed')
}

const importVouchers: Action = async ({ client, random, fixture, log }) => {
  const name = uniqueName()
  const count = 20 + random.below(200)
  const lines = Array.from({ length: count }, (_, index) => `${name}-${index}`)
  const form = () => {
    const filled = new FormData()
    filled.append(
      'file',
      new Blob([`voucher_code\n${lines.join('\n')}\n`], { type: 'text/csv' }),
      `${name}.csv`,
    )
    return filled
  }
  const query = new URLSearchParams({
    client_id: fixture.client,
    expiry_date: '2099-12-31',
    voucher_detail: name,
  })
  const reply = await client.send('POST', `/api/upload_vouchers/?${query.toString()}`, form, name)
  if (log.expectStatus(reply, 200, 'import')) log.record('import', name, idOf(reply), String(count))
}

/** How often each action runs, relative to the others. */
const weights: [Action, number][] = [
  [createOrder, 4],
  [moveRandomOrder, 8],
  [createReferredOrder, 2],
  [grantCoins, 4],
  [sellVoucher, 4],
  [createCoupon, 1],
  [fulfilClaims, 1],
  [sellPlan, 1],
  [scan, 8],
  [createLead, 2],
  [createUpload, 2],
  [importVouchers, 1],
]
const weightedActions = weights.flatMap(([action, weight]) => Array<Action>(weight).fill(action))

export const runRandomAction = (worker: Worker): Promise<void> => worker.random.pick(weightedActions)(worker)
