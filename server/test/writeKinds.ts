import type { Pool } from '../src/base/database/db.ts'
import {
  buildClient,
  buildCoupon,
  buildOrder,
  buildPlan,
  buildQrCode,
  buildSoldPlan,
  buildStaff,
  buildUser,
  buildVouchers,
} from './build.ts'
import { cashWrites } from './cashWrites.ts'
import { openSession } from './openSession.ts'
import { orderForm } from './orderForm.ts'
import type { Answer, WriteClient } from './writeClient.ts'

/** The records that two writes can conflict on: a customer with coins, orders of each status, vouchers, a coupon, a plan. */
export type Fixture = Awaited<ReturnType<typeof buildFixture>>

let fixtures = 0

/** `client` is a super admin's. */
export async function buildFixture(db: Pool, client: WriteClient) {
  const serial = ++fixtures
  const [customer, referrer, staffUser, otherStaffUser, courier] = await Promise.all([
    buildUser(db, { first_name: `Customer ${serial}` }),
    buildUser(db),
    buildStaff(db),
    buildStaff(db),
    buildStaff(db),
  ])
  const held = { user: customer.id, assigned_user: staffUser.id }
  const [coupon, plan, outForDelivery, assigned, delivered, confirmed, atDoor, company] = await Promise.all([
    buildCoupon(db),
    buildPlan(db),
    buildOrder(db, { ...held, status: 'out-for-delivery', coupon_code: `SCENE${serial}` }),
    buildOrder(db, { ...held, status: 'assigned' }),
    buildOrder(db, { ...held, status: 'delivered' }),
    buildOrder(db, { user: customer.id }),
    buildOrder(db, { user: customer.id, assigned_user: courier.id, status: 'out-for-delivery' }),
    buildClient(db),
  ])
  const [soldPlan, group] = await Promise.all([
    buildSoldPlan(db, { user: customer.id, plan: plan.id }),
    buildVouchers(db, {
      client: company.id,
      voucher_codes: [`A${serial}`, `B${serial}`, `C${serial}`],
      cost: 100,
    }),
  ])
  await db`
    with counted as (update coupons set usage_count = 1 where id = ${coupon.id})
    insert into coupon_uses (coupon_id, code, order_id, user_id, discount, one_time_only)
    values (${coupon.id}, ${coupon.code}, ${outForDelivery.id}, ${customer.id}, 0, false)`
  await db`
    insert into referrals (referrer, referred, order_id, referral_code)
    select id, ${customer.id}, ${outForDelivery.id}, referral_code from users where id = ${referrer.id}`
  await db`insert into coin_entries (user_id, delta, reason) values (${customer.id}, 1000, 'Welcome')`
  await db`
    update invoice_settings set version = version + 1, settings = jsonb_set(settings, '{seller,name}', '"Our Print"')
    where settings #>> '{seller,name}' = ''`
  const qrCode = await buildQrCode(db)
  const sold = await client.post('/api/save-purchased-voucher/', {
    user_id: customer.id,
    voucher_info_id: group.id,
  })
  const [{ referral_code }] = await db<[{ referral_code: string }]>`
    select referral_code from users where id = ${referrer.id}`
  return {
    serial,
    customer: customer.id,
    referral_code,
    staffUser: staffUser.id,
    otherStaffUser: otherStaffUser.id,
    courier: { id: courier.id, token: await openSession(db, courier.id), order: atDoor.id },
    coupon,
    plan,
    soldPlan: soldPlan.id,
    orders: {
      outForDelivery: outForDelivery.id,
      assigned: assigned.id,
      delivered: delivered.id,
      confirmed: confirmed.id,
    },
    company: company.id,
    group,
    freeVoucher: group.vouchers.at(-1)?.id ?? '',
    soldVoucher: idOf(sold),
    qrCode: qrCode.code,
  }
}

/** The id of the record that an answer carries. */
export const idOf = ({ body }: Answer) => (JSON.parse(body) as { id: string }).id

type SharedRecord = 'customer' | 'order' | 'vouchers' | 'coupon' | 'staff user' | 'plan' | 'cash'
type Write = {
  touches: SharedRecord[]
  send: (client: WriteClient, fixture: Fixture) => Promise<Answer>
}

let numbers = 0
/** Makes a text or number differ from all others, because a change that changes nothing leaves nothing. */
const next = () => ++numbers

const move =
  (order: keyof Fixture['orders'], status: string, more = {}) =>
  (client: WriteClient, fixture: Fixture) =>
    client.patch(`/api/all-orders/${fixture.orders[order]}/`, { status, note: 'Because', ...more })
const user =
  (fields: () => object): Write['send'] =>
  (client, { customer }) =>
    client.patch(`/api/users/${customer}/`, fields())
const newMobile = () => `+9197${10_000_000 + next()}`

// One pixel: the smallest valid image, and fast to inspect.
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const createOrder =
  (more: (fixture: Fixture) => object): Write['send'] =>
  (client, fixture) =>
    client.upload(
      '/api/all-orders/',
      orderForm(
        { user: fixture.customer, title: 'Poster', pickup: true, ...more(fixture) },
        { 'a.png': pixel },
      ),
    )
const csvForm = (text: string) => {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'codes.csv')
  return form
}

const pay =
  (of: 'outForDelivery' | 'delivered' | 'customer', method: string, amount: number): Write['send'] =>
  (client, { orders, customer }) =>
    client.post('/api/payments/', {
      ...(of === 'customer' ? { user: customer } : { order: orders[of] }),
      method,
      amount,
    })

/** Acts on the newest record of a list, if there is one. */
const onNewest =
  (list: (fixture: Fixture) => string, act: (id: string) => string, body: object): Write['send'] =>
  async (client, fixture) => {
    const reply = await client.get(list(fixture))
    if (reply.statusCode !== 200) return reply
    const [newest] = (JSON.parse(reply.body) as { results: { id: string }[] }).results
    return newest ? client.post(act(newest.id), body) : reply
  }
const statement = 'date,amount,description\n'

/** Every kind of write, with the records that it touches. */
export const writes: Record<string, Write> = {
  'rename the customer': {
    touches: ['customer', 'order'],
    send: user(() => ({ first_name: 'Renamed', last_name: `Person ${next()}` })),
  },
  'change the customer’s mobile number': {
    touches: ['customer', 'order'],
    send: user(() => ({ mobile: newMobile() })),
  },
  'deactivate the customer': {
    touches: ['customer'],
    send: user(() => ({ is_active: false, last_name: `Gone ${next()}` })),
  },
  'grant coins': {
    touches: ['customer'],
    send: (client, { customer }) =>
      client.post(`/api/users/${customer}/coins/`, { delta: 5, reason: 'Sorry' }),
  },
  'deduct coins': {
    touches: ['customer'],
    send: (client, { customer }) =>
      client.post(`/api/users/${customer}/coins/`, { delta: -9, reason: 'Mistake' }),
  },
  'create an order': {
    touches: ['customer', 'coupon'],
    send: createOrder(({ coupon }) => ({ coupon_code: coupon.code })),
  },
  'create an order paid by a plan': {
    touches: ['customer', 'plan'],
    send: createOrder(({ soldPlan }) => ({ order_type: 'subscription', user_subscription_plan: soldPlan })),
  },
  'create an order of an upload': {
    touches: [],
    send: async (client, fixture) => {
      const upload = await client.upload('/api/order-uploads/', orderForm(undefined, { 'b.png': pixel }))
      if (upload.statusCode !== 201) return upload
      const order = { user: fixture.customer, title: 'Poster', pickup: true, uploads: [idOf(upload)] }
      return client.upload('/api/all-orders/', orderForm(order))
    },
  },
  'create the first order of a referred customer, and deliver it': {
    touches: [],
    send: async (client, { referral_code, staffUser }) => {
      const customer = await client.post('/api/users/', { first_name: 'New', mobile: newMobile() })
      if (customer.statusCode !== 201) return customer
      const order = { user: idOf(customer), title: 'First', pickup: true, referral_code }
      let reply = await client.upload('/api/all-orders/', orderForm(order, { 'c.png': pixel }))
      const id = reply.statusCode === 201 ? idOf(reply) : undefined
      for (const status of ['assigned', 'out-for-delivery', 'delivered']) {
        if (reply.statusCode >= 300) return reply
        const courier = status === 'assigned' && { assigned_user: staffUser }
        reply = await client.patch(`/api/all-orders/${id}/`, { status, ...courier })
      }
      return reply
    },
  },
  'create a lead': {
    touches: [],
    send: (client) =>
      client.post('/api/contact_us/', { name: 'Kavya', email: 'kavya@print.test', message: 'How much?' }),
  },
  'deliver an order': { touches: ['order', 'customer', 'coupon'], send: move('outForDelivery', 'delivered') },
  'deliver an order with its payment': {
    touches: ['order', 'customer'],
    send: move('outForDelivery', 'delivered', { payment: { method: 'upi' } }),
  },
  'pay in cash': { touches: ['order'], send: pay('outForDelivery', 'cash', 3) },
  'pay by UPI': { touches: ['order'], send: pay('delivered', 'upi', 7.5) },
  'pay back': { touches: ['order'], send: pay('delivered', 'upi', -1) },
  'pay into the account': { touches: ['customer'], send: pay('customer', 'upi', 5) },
  'pay from the account': { touches: ['order', 'customer'], send: pay('outForDelivery', 'account', 4) },
  'reverse a payment': {
    touches: ['order'],
    send: onNewest(
      ({ customer }) => `/api/payments/?user=${customer}&limit=1`,
      (id) => `/api/payments/${id}/reverse/`,
      { reason: 'Mistake' },
    ),
  },
  'put change into the till': {
    touches: [],
    send: (client) => client.post('/api/till/', { kind: 'float', amount: 50 }),
  },
  'pay out from the till': {
    touches: [],
    send: (client) => client.post('/api/till/', { kind: 'pay_out', amount: 2.25, reason: 'Tea' }),
  },
  'undo an entry of the till': {
    touches: [],
    send: onNewest(
      () => '/api/till/?limit=1',
      (id) => `/api/till/${id}/reverse/`,
      { reason: 'Mistake' },
    ),
  },
  ...cashWrites,
  'issue an invoice': {
    touches: ['order'],
    send: (client, { orders }) => client.post('/api/invoices/', { order: orders.delivered }),
  },
  'credit an invoice': {
    touches: ['order'],
    send: onNewest(
      ({ customer }) => `/api/invoices/?user=${customer}&kind=invoice&limit=1`,
      (id) => `/api/invoices/${id}/credit/`,
      { reason: 'Mistake' },
    ),
  },
  'read a statement': {
    touches: [],
    send: async (client) => {
      const today = new Date().toISOString().slice(0, 10)
      const lines = [7.5, 5, next()].map((amount) => `${today},${amount},from somebody ${next()}\n`)
      return client.upload('/api/statements/?method=upi', csvForm(statement + lines.join('')))
    },
  },
  'confirm a line of a statement': {
    touches: [],
    send: async (client) => {
      const reply = await client.get('/api/statement-lines/?state=proposed&limit=1')
      if (reply.statusCode !== 200) return reply
      const [line] = (JSON.parse(reply.body) as { results: { id: string; payment: string }[] }).results
      return line ? client.post(`/api/statement-lines/${line.id}/match/`, { payment: line.payment }) : reply
    },
  },
  'record a failed attempt': { touches: ['order'], send: move('outForDelivery', 'assigned') },
  'cancel an order': { touches: ['order', 'coupon', 'customer'], send: move('outForDelivery', 'cancelled') },
  'reopen an order': {
    touches: ['order', 'customer', 'staff user'],
    send: move('delivered', 'out-for-delivery'),
  },
  'assign an order': {
    touches: ['order', 'staff user'],
    send: (client, fixture) =>
      move('confirmed', 'assigned', { assigned_user: fixture.staffUser })(client, fixture),
  },
  'unassign an order': { touches: ['order', 'staff user'], send: move('assigned', 'confirmed') },
  'move an order to out for delivery': { touches: ['order'], send: move('assigned', 'out-for-delivery') },
  'change the title of an order': {
    touches: ['order', 'customer'],
    send: (client, { orders }) =>
      client.patch(`/api/all-orders/${orders.outForDelivery}/`, { title: `Retitled ${next()}` }),
  },
  'assign several orders': {
    touches: ['order', 'staff user'],
    send: (client, { orders, otherStaffUser }) =>
      client.post('/api/all-orders/bulk/', {
        ids: [orders.confirmed, orders.assigned],
        status: 'assigned',
        assigned_user: otherStaffUser,
      }),
  },
  'cancel several orders': {
    touches: ['order', 'coupon'],
    send: (client, { orders: { assigned, outForDelivery, confirmed } }) =>
      client.post('/api/all-orders/bulk/', {
        ids: [assigned, outForDelivery, confirmed],
        status: 'cancelled',
        note: 'Closed',
      }),
  },
  'hand over orders': {
    touches: ['order', 'staff user'],
    send: (client, { staffUser, otherStaffUser }) =>
      client.post(`/api/staff_users/${staffUser}/handover/`, { to: otherStaffUser }),
  },
  'deactivate a staff user': {
    touches: ['staff user', 'order'],
    send: (client, { staffUser }) =>
      client.patch(`/api/staff_users/${staffUser}/`, { is_active: false, full_name: `Gone ${next()}` }),
  },
  'rename a staff user': {
    touches: ['staff user'],
    send: (client, { staffUser }) =>
      client.patch(`/api/staff_users/${staffUser}/`, { full_name: `New Name ${next()}` }),
  },
  'sell a voucher': {
    touches: ['customer', 'vouchers'],
    send: (client, { customer, group }) =>
      client.post('/api/save-purchased-voucher/', { user_id: customer, voucher_info_id: group.id }),
  },
  'void a sold voucher': {
    touches: ['customer', 'vouchers'],
    send: (client, { soldVoucher }) =>
      client.post('/api/void-purchased-voucher/', { id: soldVoucher, reason: 'Mistake' }),
  },
  'update a voucher group': {
    touches: ['vouchers'],
    send: (client, { freeVoucher }) =>
      client.put('/api/save-voucher/', { id: freeVoucher, expiry_date: '2098-01-01', cost: 2 }),
  },
  'delete a voucher': {
    touches: ['vouchers'],
    send: (client, { freeVoucher }) => client.delete(`/api/delete-vouchers/?voucher_ids=${freeVoucher}`),
  },
  'create vouchers': {
    touches: ['vouchers'],
    send: (client, { company, serial }) =>
      client.post('/api/save-voucher/', {
        client: company,
        voucher_detail: 'Ten percent off',
        cost: 1,
        expiry_date: '2099-01-01',
        vouchers: [{ voucher_code: `D${serial}` }, { voucher_code: `E${serial}` }],
      }),
  },
  'import vouchers': {
    touches: ['vouchers'],
    send: (client, { company, serial }) =>
      client.upload(
        `/api/upload_vouchers/?client_id=${company}&expiry_date=2099-01-01&voucher_detail=Ten&cost=1`,
        csvForm(`voucher_code\nD${serial}\nE${serial}\nF${serial}\n`),
      ),
  },
  'delete the company': {
    touches: ['vouchers'],
    send: (client, { company }) => client.delete(`/api/clients/?client_id=${company}`),
  },
  'create a coupon': {
    touches: [],
    send: (client) => {
      const name = `NEW${next()}`
      const days = { valid_from: '2026-01-01', valid_to: '2099-12-31' }
      return client.post('/coupon_app/api/coupons/', { name, code: name, discount_percentage: 5, ...days })
    },
  },
  'update the coupon': {
    touches: ['coupon'],
    send: (client, { coupon }) =>
      client.put(`/coupon_app/api/coupons/${coupon.id}/`, {
        name: `Changed ${next()}`,
        code: coupon.code,
        discount_percentage: 25,
        valid_from: '2026-01-01',
        valid_to: '2099-01-01',
        one_time_only: true,
      }),
  },
  'delete the coupon': {
    touches: ['coupon'],
    send: (client, { coupon }) => client.delete(`/coupon_app/api/coupons/${coupon.id}/`),
  },
  'sell the plan': {
    touches: ['customer', 'plan'],
    send: (client, { customer, plan }) =>
      client.post('/api/user-subscription-plans/', { user: customer, plan: plan.id }),
  },
  'cancel the sold plan': {
    touches: ['plan'],
    send: (client, { soldPlan }) =>
      client.patch(`/api/user-subscription-plans/${soldPlan}/`, { status: 'cancelled' }),
  },
  'delete the plan': {
    touches: ['plan'],
    send: (client, { plan }) => client.delete(`/api/subscription-plans/${plan.id}/`),
  },
  'scan a QR code': { touches: [], send: (client, { qrCode }) => client.get(`/?qr_code=${qrCode}`) },
  'mark the referrer as fulfilled': {
    touches: ['customer', 'order'],
    send: (client, { referral_code }) =>
      client.post('/referral_app/api/mark-as-fulfilled/', { referral_code }),
  },
}
