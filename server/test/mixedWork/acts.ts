import { randomUUID } from 'node:crypto'
import type { OrderStatus } from '@our-print/contract/orderMoves.ts'
import type { Asker, Reply } from './ask.ts'
import type { Chance } from './chance.ts'
import type { Ledger } from './ledger.ts'
import type { Scene } from './scene.ts'

/** One person at work: orders are their own, so what they were told last is what must be there. */
export type Worker = {
  ask: Asker
  chance: Chance
  scene: Scene
  ledger: Ledger
  orders: Map<string, OrderStatus>
}

type Act = (worker: Worker) => Promise<void>

// One by one pixel: as much of a file as the shop asks for, and quickly looked at.
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

const mark = () => `T-${randomUUID()}`
const idOf = ({ body }: Reply) => String(body['id'])
let nextMobile = 0
const newMobile = () => `+9170${String(10_000_000 + nextMobile++)}`

const withFile = (name: string, order?: object) => () => {
  const form = new FormData()
  if (order) form.append('order', JSON.stringify(order))
  form.append('files', new Blob([png], { type: 'image/png' }), name)
  return form
}

/** Takes an order in, of a kind that chance picks: with a coupon, paid by a plan, with files uploaded before. */
const takeOrder: Act = async (worker) => {
  const { ask, chance, scene, ledger, orders } = worker
  const title = mark()
  const plan = chance.pick(scene.userPlans)
  const order = chance.happens(0.3)
    ? { order_type: 'subscription', user: plan.user, user_subscription_plan: plan.id }
    : {
        user: chance.pick(scene.customers),
        ...(chance.happens(0.5) && { coupon_code: chance.pick(scene.coupons) }),
      }
  const reply = await ask.send(
    'POST',
    '/api/all-orders/',
    withFile('page.png', { ...order, title, address }),
    title,
  )
  // A coupon that this customer has used already is refused, whatever else happens.
  if (reply.status === 422) return ledger.refused('order', title)
  if (!ledger.expect(reply, 201, 'order')) return
  orders.set(idOf(reply), 'confirmed')
  ledger.keep('order', title, idOf(reply), 'confirmed')
}

/** A newcomer with someone's referral code, whose first order goes all the way at once. */
const bringNewcomer: Act = async (worker) => {
  const { ask, chance, scene, ledger, orders } = worker
  const name = mark()
  const customer = await ask.send('POST', '/api/users/', { first_name: name, mobile: newMobile() }, name)
  if (!ledger.expect(customer, 201, 'customer')) return
  ledger.keep('customer', name, idOf(customer))
  const title = mark()
  const order = { user: idOf(customer), title, pickup: true, referral_code: chance.pick(scene.referralCodes) }
  const reply = await ask.send('POST', '/api/all-orders/', withFile('first.png', order), title)
  if (!ledger.expect(reply, 201, 'referred order')) return
  orders.set(idOf(reply), 'confirmed')
  ledger.keep('order', title, idOf(reply), 'confirmed')
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

/** A PATCH carries no key: whoever had no answer looks where the order stands, and goes on from there. */
async function moveOrder(
  { ask, chance, scene, ledger, orders }: Worker,
  id: string,
  wanted?: OrderStatus,
): Promise<void> {
  const from = orders.get(id)
  if (!from || nextMoves[from].length === 0) return
  const to = wanted ?? chance.pick(nextMoves[from])
  const change = {
    status: to,
    note: 'As chance has it',
    ...(to === 'assigned' && from === 'confirmed' && { assigned_user: chance.pick(scene.staff) }),
  }
  const isBulk = chance.happens(0.3)
  const reply = isBulk
    ? await ask.send('POST', '/api/all-orders/bulk/', { ids: [id], ...change }, mark())
    : await ask.send('PATCH', `/api/all-orders/${id}/`, change)
  const now = await ask.send('GET', `/api/all-orders/${id}/`)
  const status = now.body['status'] as OrderStatus
  // An answer that was lost may have moved it: then the second attempt found it there, or its coins were spent.
  const moved = reply.status === 200 && (!isBulk || isOk(reply))
  if (moved && status !== to) ledger.unexpected('move', now)
  if (reply.status !== 200 && reply.status !== 409) ledger.unexpected('move', reply)
  orders.set(id, status)
  ledger.stands(id, status)
}

const isOk = ({ body }: Reply) => (body['results'] as { ok: boolean }[] | undefined)?.[0]?.ok === true

const moveSomeOrder: Act = async (worker) => {
  const ids = [...worker.orders.keys()].slice(-20)
  if (ids.length > 0) await moveOrder(worker, worker.chance.pick(ids))
}

const giveCoins: Act = async ({ ask, chance, scene, ledger }) => {
  const reason = mark()
  const delta = chance.pick([5, 2.5, -1])
  const path = `/api/users/${chance.pick(scene.customers)}/coins/`
  const reply = await ask.send('POST', path, { delta, reason }, reason)
  if (ledger.expect(reply, 201, 'coins')) ledger.keep('coins', reason, idOf(reply), String(delta))
}

const buyVoucher: Act = async ({ ask, chance, scene, ledger }) => {
  const body = { user_id: chance.pick(scene.customers), voucher_info_id: chance.pick(scene.groups) }
  const reply = await ask.send('POST', '/api/save-purchased-voucher/', body, mark())
  if (!ledger.expect(reply, 201, 'claim')) return
  const code = String(reply.body['voucher_code'])
  if (!chance.happens(0.1)) return ledger.keep('claim', code, idOf(reply), 'bought')
  const voided = await ask.send(
    'POST',
    '/api/void-purchased-voucher/',
    { id: idOf(reply), reason: 'Torn' },
    mark(),
  )
  if (ledger.expect(voided, 200, 'void')) ledger.keep('claim', code, idOf(reply), 'void')
}

const createCoupon: Act = async ({ ask, ledger }) => {
  const name = mark()
  const days = { valid_from: '2026-01-01', valid_to: '2099-12-31' }
  const body = { name, code: name.toUpperCase(), discount_percentage: 5, ...days }
  const reply = await ask.send('POST', '/coupon_app/api/coupons/', body, name)
  if (ledger.expect(reply, 201, 'coupon')) ledger.keep('coupon', name, idOf(reply))
}

/** Fulfils what a referrer has earned; one without claims is refused. */
const fulfilClaims: Act = async ({ ask, chance, scene, ledger }) => {
  const referral_code = chance.pick(scene.referralCodes)
  const reply = await ask.send('POST', '/referral_app/api/mark-as-fulfilled/', { referral_code }, mark())
  if (reply.status !== 409 && reply.status !== 404) ledger.expect(reply, 200, 'fulfilment')
}

const sellPlan: Act = async ({ ask, chance, scene, ledger }) => {
  const body = { user: chance.pick(scene.customers), plan: scene.plan }
  const reply = await ask.send('POST', '/api/user-subscription-plans/', body, mark())
  if (ledger.expect(reply, 201, 'plan')) ledger.keep('plan', idOf(reply), idOf(reply))
}

/** A scan has no key and nobody asks again: what was answered must be there, what was not may be. */
const scan: Act = async ({ ask, chance, scene, ledger }) => {
  const code = chance.pick(scene.qrCodes)
  ledger.scanTried(code)
  const reply = await ask.once('GET', `/?qr_code=${code}`)
  if (reply?.status === 302) ledger.scanAnswered(code)
  else if (reply && reply.status !== 503) ledger.unexpected('scan', reply)
}

const leaveLead: Act = async ({ ask, ledger }) => {
  const subject = mark()
  const body = { name: 'Kavya', email: 'kavya@print.test', subject, message: 'How much?' }
  const reply = await ask.send('POST', '/api/contact_us/', body, subject)
  if (ledger.expect(reply, 201, 'lead')) ledger.keep('lead', subject, idOf(reply))
}

/** A file ahead of its order, which then takes it. */
const uploadAhead: Act = async (worker) => {
  const { ask, chance, scene, ledger, orders } = worker
  const name = `${mark()}.png`
  const file = await ask.send('POST', '/api/order-uploads/', withFile(name), name)
  if (!ledger.expect(file, 201, 'upload')) return
  ledger.keep('upload', name, idOf(file))
  if (chance.happens(0.5)) return
  const title = mark()
  const body = { user: chance.pick(scene.customers), title, pickup: true, uploads: [idOf(file)] }
  const form = () => {
    const filled = new FormData()
    filled.append('order', JSON.stringify(body))
    return filled
  }
  const reply = await ask.send('POST', '/api/all-orders/', form, title)
  if (!ledger.expect(reply, 201, 'order of an upload')) return
  orders.set(idOf(reply), 'confirmed')
  ledger.keep('order', title, idOf(reply), 'confirmed')
}

const importCodes: Act = async ({ ask, chance, scene, ledger }) => {
  const name = mark()
  const count = 20 + chance.below(200)
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
    client_id: scene.client,
    expiry_date: '2099-12-31',
    voucher_detail: name,
  })
  const reply = await ask.send('POST', `/api/upload_vouchers/?${query.toString()}`, form, name)
  if (ledger.expect(reply, 200, 'import')) ledger.keep('import', name, idOf(reply), String(count))
}

/** How often each is done, beside one another. */
const weights: [Act, number][] = [
  [takeOrder, 4],
  [moveSomeOrder, 8],
  [bringNewcomer, 2],
  [giveCoins, 4],
  [buyVoucher, 4],
  [createCoupon, 1],
  [fulfilClaims, 1],
  [sellPlan, 1],
  [scan, 8],
  [leaveLead, 2],
  [uploadAhead, 2],
  [importCodes, 1],
]
const urn = weights.flatMap(([act, weight]) => Array<Act>(weight).fill(act))

export const doSomething = (worker: Worker): Promise<void> => worker.chance.pick(urn)(worker)
