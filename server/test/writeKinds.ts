import type { Api, Client, Reply } from './api.ts'
import { orderForm } from './api.ts'
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

/** The records that two writes can conflict on: a customer with coins, orders of each status, vouchers, a coupon, a plan. */
export type Fixture = Awaited<ReturnType<typeof buildFixture>>

let fixtures = 0

/** Each uploader has `uploadsEach` uploads ready for orders. */
export async function buildFixture(api: Api, uploaders: string[], uploadsEach = 1) {
  const { db } = api
  const serial = ++fixtures
  const [customer, referrer, staffUser, otherStaffUser] = await Promise.all([
    buildUser(db, { first_name: `Customer ${serial}` }),
    buildUser(db),
    buildStaff(db),
    buildStaff(db),
  ])
  const held = { user: customer.id, assigned_user: staffUser.id }
  const [coupon, plan, outForDelivery, assigned, delivered, confirmed, company] = await Promise.all([
    buildCoupon(db),
    buildPlan(db),
    buildOrder(db, { ...held, status: 'out-for-delivery', coupon_code: `SCENE${serial}` }),
    buildOrder(db, { ...held, status: 'assigned' }),
    buildOrder(db, { ...held, status: 'delivered' }),
    buildOrder(db, { user: customer.id }),
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
  const uploads = new Map<string, string[]>()
  for (const uploader of uploaders) uploads.set(uploader, await addUploads(api, uploader, uploadsEach))
  const qrCode = await buildQrCode(db)
  const sold = await api
    .as('admin')
    .post('/api/save-purchased-voucher/', { user_id: customer.id, voucher_info_id: group.id })
  const [{ referral_code }] = await db<[{ referral_code: string }]>`
    select referral_code from users where id = ${referrer.id}`
  return {
    serial,
    customer: customer.id,
    referral_code,
    staffUser: staffUser.id,
    otherStaffUser: otherStaffUser.id,
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
    soldVoucher: sold.json<{ id: string }>().id,
    uploads,
    qrCode: qrCode.code,
  }
}

/** Uploads of one page each. */
async function addUploads({ db }: Api, uploader: string, count: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into order_files (name, content_type, size, page_count, storage_key, sha256, uploaded_by, position)
    select 'a.png', 'image/png', 1, 1, 'aa/' || uuid_v7() || '.png', '', ${uploader}, 0
    from generate_series(1, ${count}::int) returning id`
  return rows.map(({ id }) => id)
}

type SharedRecord = 'customer' | 'order' | 'vouchers' | 'coupon' | 'staff user' | 'plan'
type Write = {
  touches: SharedRecord[]
  send: (client: Client, fixture: Fixture, me: string) => Promise<Reply>
}

const move =
  (order: keyof Fixture['orders'], status: string, more = {}) =>
  (client: Client, fixture: Fixture) =>
    client.patch(`/api/all-orders/${fixture.orders[order]}/`, { status, note: 'Because', ...more })
const createOrder = (more: (fixture: Fixture) => object) => (client: Client, fixture: Fixture, me: string) =>
  client.upload(
    '/api/all-orders/',
    orderForm({
      user: fixture.customer,
      title: 'Poster',
      pickup: true,
      uploads: [fixture.uploads.get(me)?.pop()],
      ...more(fixture),
    }),
  )
const user = (body: object) => (client: Client, fixture: Fixture) =>
  client.patch(`/api/users/${fixture.customer}/`, body)
const csvForm = (text: string) => {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'codes.csv')
  return form
}
let mobiles = 0

/** Every kind of write, with the records that it touches. */
export const writes: Record<string, Write> = {
  'rename the customer': {
    touches: ['customer', 'order'],
    send: user({ first_name: 'Renamed', last_name: 'Person' }),
  },
  'change the customer’s mobile number': {
    touches: ['customer', 'order'],
    send: (client, fixture) => user({ mobile: `+9197${10_000_000 + ++mobiles}` })(client, fixture),
  },
  'deactivate the customer': { touches: ['customer'], send: user({ is_active: false }) },
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
  'deliver an order': { touches: ['order', 'customer', 'coupon'], send: move('outForDelivery', 'delivered') },
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
      client.patch(`/api/all-orders/${orders.outForDelivery}/`, { title: 'Retitled' }),
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
    send: (client, { staffUser }) => client.patch(`/api/staff_users/${staffUser}/`, { is_active: false }),
  },
  'rename a staff user': {
    touches: ['staff user'],
    send: (client, { staffUser }) =>
      client.patch(`/api/staff_users/${staffUser}/`, { full_name: 'New Name' }),
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
  'update the coupon': {
    touches: ['coupon'],
    send: (client, { coupon }) =>
      client.put(`/coupon_app/api/coupons/${coupon.id}/`, {
        name: 'Changed',
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
