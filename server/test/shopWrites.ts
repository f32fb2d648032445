import type { Api, Client, Reply } from './api.ts'
import { orderForm } from './api.ts'
import {
  buildClient,
  buildCoupon,
  buildOrder,
  buildPlan,
  buildQrCode,
  buildStaff,
  buildUser,
  buildUserPlan,
  buildVouchers,
} from './build.ts'

/** One of everything that writes can meet at: a customer with coins, orders in every state, codes, a coupon, a plan. */
export type Scene = Awaited<ReturnType<typeof buildScene>>

let scenes = 0

/** The uploaders have `uploadsEach` files ready for orders that they will take in. */
export async function buildScene(api: Api, uploaders: string[], uploadsEach = 1) {
  const { db } = api
  const serial = ++scenes
  const [customer, referrer, courier, other] = await Promise.all([
    buildUser(db, { first_name: `Customer ${serial}` }),
    buildUser(db),
    buildStaff(db),
    buildStaff(db),
  ])
  const held = { user: customer.id, assigned_user: courier.id }
  const [coupon, plan, road, desk, done, fresh, company] = await Promise.all([
    buildCoupon(db),
    buildPlan(db),
    buildOrder(db, { ...held, status: 'out-for-delivery', coupon_code: `SCENE${serial}` }),
    buildOrder(db, { ...held, status: 'assigned' }),
    buildOrder(db, { ...held, status: 'delivered' }),
    buildOrder(db, { user: customer.id }),
    buildClient(db),
  ])
  const [soldPlan, group] = await Promise.all([
    buildUserPlan(db, { user: customer.id, plan: plan.id }),
    buildVouchers(db, {
      client: company.id,
      voucher_codes: [`A${serial}`, `B${serial}`, `C${serial}`],
      cost: 100,
    }),
  ])
  await db`
    with counted as (update coupons set usage_count = 1 where id = ${coupon.id})
    insert into coupon_uses (coupon_id, code, order_id, user_id, discount, one_time_only)
    values (${coupon.id}, ${coupon.code}, ${road.id}, ${customer.id}, 0, false)`
  await db`
    insert into referrals (referrer, referred, order_id, referral_code)
    select id, ${customer.id}, ${road.id}, referral_code from users where id = ${referrer.id}`
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
    courier: courier.id,
    other: other.id,
    coupon,
    plan,
    soldPlan: soldPlan.id,
    orders: { road: road.id, desk: desk.id, done: done.id, fresh: fresh.id },
    company: company.id,
    group,
    freeCode: group.vouchers.at(-1)?.id ?? '',
    purchase: sold.json<{ id: string }>().id,
    uploads,
    qrCode: qrCode.code,
  }
}

/** Files of one page that no order has taken yet. */
async function addUploads({ db }: Api, uploader: string, count: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into order_files (name, content_type, size, page_count, storage_key, sha256, uploaded_by, position)
    select 'a.png', 'image/png', 1, 1, 'aa/' || uuid_v7() || '.png', '', ${uploader}, 0
    from generate_series(1, ${count}::int) returning id`
  return rows.map(({ id }) => id)
}

export type Meeting = 'customer' | 'order' | 'codes' | 'coupon' | 'person' | 'plan'
type Write = { at: Meeting[]; send: (client: Client, scene: Scene, me: string) => Promise<Reply> }

const move =
  (order: keyof Scene['orders'], status: string, more = {}) =>
  (client: Client, scene: Scene) =>
    client.patch(`/api/all-orders/${scene.orders[order]}/`, { status, note: 'Because', ...more })
const intake = (more: (scene: Scene) => object) => (client: Client, scene: Scene, me: string) =>
  client.upload(
    '/api/all-orders/',
    orderForm({
      user: scene.customer,
      title: 'Poster',
      pickup: true,
      uploads: [scene.uploads.get(me)?.pop()],
      ...more(scene),
    }),
  )
const user = (body: object) => (client: Client, scene: Scene) =>
  client.patch(`/api/users/${scene.customer}/`, body)
const csvForm = (text: string) => {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'codes.csv')
  return form
}
let mobiles = 0

/** Every kind of write that can meet another one, and where they can meet. */
export const writes: Record<string, Write> = {
  'rename the customer': {
    at: ['customer', 'order'],
    send: user({ first_name: 'Renamed', last_name: 'Person' }),
  },
  'change their mobile': {
    at: ['customer', 'order'],
    send: (client, scene) => user({ mobile: `+9197${10_000_000 + ++mobiles}` })(client, scene),
  },
  'deactivate the customer': { at: ['customer'], send: user({ is_active: false }) },
  'grant coins': {
    at: ['customer'],
    send: (client, { customer }) =>
      client.post(`/api/users/${customer}/coins/`, { delta: 5, reason: 'Sorry' }),
  },
  'take all coins': {
    at: ['customer'],
    send: (client, { customer }) =>
      client.post(`/api/users/${customer}/coins/`, { delta: -9, reason: 'Mistake' }),
  },
  'take an order in': {
    at: ['customer', 'coupon'],
    send: intake(({ coupon }) => ({ coupon_code: coupon.code })),
  },
  'take an order in on the plan': {
    at: ['customer', 'plan'],
    send: intake(({ soldPlan }) => ({ order_type: 'subscription', user_subscription_plan: soldPlan })),
  },
  deliver: { at: ['order', 'customer', 'coupon'], send: move('road', 'delivered') },
  'fail to deliver': { at: ['order'], send: move('road', 'assigned') },
  'cancel the order': { at: ['order', 'coupon', 'customer'], send: move('road', 'cancelled') },
  reopen: { at: ['order', 'customer', 'person'], send: move('done', 'out-for-delivery') },
  assign: {
    at: ['order', 'person'],
    send: (client, scene) => move('fresh', 'assigned', { assigned_user: scene.courier })(client, scene),
  },
  unassign: { at: ['order', 'person'], send: move('desk', 'confirmed') },
  dispatch: { at: ['order'], send: move('desk', 'out-for-delivery') },
  retitle: {
    at: ['order', 'customer'],
    send: (client, { orders }) => client.patch(`/api/all-orders/${orders.road}/`, { title: 'Retitled' }),
  },
  'move many': {
    at: ['order', 'person'],
    send: (client, { orders, other }) =>
      client.post('/api/all-orders/bulk/', {
        ids: [orders.fresh, orders.desk],
        status: 'assigned',
        assigned_user: other,
      }),
  },
  'cancel many': {
    at: ['order', 'coupon'],
    send: (client, { orders: { desk, road, fresh } }) =>
      client.post('/api/all-orders/bulk/', { ids: [desk, road, fresh], status: 'cancelled', note: 'Closed' }),
  },
  'hand over': {
    at: ['order', 'person'],
    send: (client, { courier, other }) => client.post(`/api/staff_users/${courier}/handover/`, { to: other }),
  },
  'deactivate the courier': {
    at: ['person', 'order'],
    send: (client, { courier }) => client.patch(`/api/staff_users/${courier}/`, { is_active: false }),
  },
  'rename the courier': {
    at: ['person'],
    send: (client, { courier }) => client.patch(`/api/staff_users/${courier}/`, { full_name: 'New Name' }),
  },
  'claim a code': {
    at: ['customer', 'codes'],
    send: (client, { customer, group }) =>
      client.post('/api/save-purchased-voucher/', { user_id: customer, voucher_info_id: group.id }),
  },
  'void a purchase': {
    at: ['customer', 'codes'],
    send: (client, { purchase }) =>
      client.post('/api/void-purchased-voucher/', { id: purchase, reason: 'Mistake' }),
  },
  'move the last day of the codes': {
    at: ['codes'],
    send: (client, { freeCode }) =>
      client.put('/api/save-voucher/', { id: freeCode, expiry_date: '2098-01-01', cost: 2 }),
  },
  'delete a code': {
    at: ['codes'],
    send: (client, { freeCode }) => client.delete(`/api/delete-vouchers/?voucher_ids=${freeCode}`),
  },
  'add codes': {
    at: ['codes'],
    send: (client, { company, serial }) =>
      client.post('/api/save-voucher/', {
        client: company,
        voucher_detail: 'Ten percent off',
        cost: 1,
        expiry_date: '2099-01-01',
        vouchers: [{ voucher_code: `D${serial}` }, { voucher_code: `E${serial}` }],
      }),
  },
  'upload codes': {
    at: ['codes'],
    send: (client, { company, serial }) =>
      client.upload(
        `/api/upload_vouchers/?client_id=${company}&expiry_date=2099-01-01&voucher_detail=Ten&cost=1`,
        csvForm(`voucher_code\nD${serial}\nE${serial}\nF${serial}\n`),
      ),
  },
  'delete the company': {
    at: ['codes'],
    send: (client, { company }) => client.delete(`/api/clients/?client_id=${company}`),
  },
  'change the coupon': {
    at: ['coupon'],
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
    at: ['coupon'],
    send: (client, { coupon }) => client.delete(`/coupon_app/api/coupons/${coupon.id}/`),
  },
  'sell the plan': {
    at: ['customer', 'plan'],
    send: (client, { customer, plan }) =>
      client.post('/api/user-subscription-plans/', { user: customer, plan: plan.id }),
  },
  'cancel the sold plan': {
    at: ['plan'],
    send: (client, { soldPlan }) =>
      client.patch(`/api/user-subscription-plans/${soldPlan}/`, { status: 'cancelled' }),
  },
  'delete the plan': {
    at: ['plan'],
    send: (client, { plan }) => client.delete(`/api/subscription-plans/${plan.id}/`),
  },
  'scan a code': { at: [], send: (client, { qrCode }) => client.get(`/?qr_code=${qrCode}`) },
  'mark the referrer as fulfilled': {
    at: ['customer', 'order'],
    send: (client, { referral_code }) =>
      client.post('/referral_app/api/mark-as-fulfilled/', { referral_code }),
  },
}
