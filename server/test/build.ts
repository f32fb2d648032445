import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { Scope } from '@our-print/contract/people/apiKeys.ts'
import type { Db } from '../src/base/database/db.ts'
import * as apiKeys from '../src/people/apiKeys/apiKeys.queries.ts'

// Builders of test data. They write to the database directly and create the parents that are not given.

let made = 0
/** A number in letters, for names that a search for digits must not find. */
const letters = (n: number) => String(n).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))

/** A mobile number without the digits 1 and 2, with which the numbers of orders begin here: a search for one finds no other. */
const nextMobile = () => `+9198${withoutOneAndTwo(made++).padStart(8, '0')}`
const withoutOneAndTwo = (n: number) =>
  n.toString(8).replaceAll(/\d/g, (digit) => '03456789'.charAt(Number(digit)))

type UserFields = Partial<{
  id: string
  first_name: string
  last_name: string
  email: string | null
  mobile: string
  is_active: boolean
  double_of: string
}>

export async function buildUser(db: Db, fields: UserFields = {}) {
  const user = {
    first_name: 'Anil',
    last_name: 'Mehta',
    mobile: nextMobile(),
    email: null,
    is_active: true,
    ...fields,
  }
  const [row] = await db<[{ id: string }]>`insert into users ${db(user)} returning id`
  return { ...user, id: row.id }
}

type StaffFields = Partial<{
  full_name: string
  email: string
  mobile: string | null
  password_hash: string
  is_superuser: boolean
  is_active: boolean
}>

export async function buildStaff(db: Db, fields: StaffFields = {}) {
  const staff = {
    full_name: 'Staff Person',
    email: `person${made++}@print.test`,
    mobile: nextMobile(),
    password_hash: 'none',
    is_superuser: false,
    is_active: true,
    ...fields,
  }
  const [row] = await db<[{ id: string }]>`insert into staff_users ${db(staff)} returning id`
  return { ...staff, id: row.id }
}

/** A staff user with a set of these abilities; without any, one with no set. */
export async function buildClerk(db: Db, abilities: readonly Ability[], fields: StaffFields = {}) {
  const staff = await buildStaff(db, { full_name: 'Leela Nair', ...fields })
  if (abilities.length === 0) return { ...staff, ability_set: null }
  const [set] = await db<[{ id: string }]>`
    insert into ability_sets (name, abilities) values (${`Set ${made++}`}, ${[...abilities]}) returning id`
  await db`update staff_users set version = version + 1, ability_set = ${set.id} where id = ${staff.id}`
  return { ...staff, ability_set: set.id }
}

type OrderFields = Partial<{
  title: string
  status: OrderStatus
  order_type: Order['order_type']
  user: string
  assigned_user: string | null
  created_at: string
  delivered_at: string
  pickup: boolean
  address: Order['address']
  notes: string
  coupon_code: string | null
  amount: number
}>

export const address = {
  line1: '12 MG Road',
  line2: '',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
}

type PlanFields = Partial<{
  name: string
  price: number
  pages_per_month: number
  duration_days: number
  is_active: boolean
}>

export async function buildPlan(db: Db, fields: PlanFields = {}) {
  const plan = {
    name: `Plan ${made++}`,
    price: 499_00,
    pages_per_month: 100,
    duration_days: 30,
    is_active: true,
    ...fields,
  }
  const [row] = await db<[{ id: string }]>`insert into subscription_plans ${db(plan)} returning id`
  return { ...plan, id: row.id }
}

type UserPlanFields = Partial<{
  user: string
  plan: string
  /** Days from today; below zero is past. */
  starts: number
  ends: number
  pages_total: number
  pages_used: number
  is_cancelled: boolean
}>

export async function buildSoldPlan(db: Db, fields: UserPlanFields = {}) {
  const user = fields.user ?? (await buildUser(db)).id
  const plan = fields.plan ?? (await buildPlan(db)).id
  const [row] = await db<[{ id: string; version: number; starts_on: string; ends_on: string }]>`
    insert into user_subscription_plans
      (user_id, plan, price, starts_on, ends_on, pages_total, pages_used, cancelled_at)
    values (${user}, ${plan}, 49900, shop_day(now()) + ${fields.starts ?? 0}::int,
      shop_day(now()) + ${fields.ends ?? 29}::int, ${fields.pages_total ?? 100}, ${fields.pages_used ?? 0},
      ${fields.is_cancelled ? db`now()` : null})
    returning id, version, starts_on, ends_on`
  return { ...row, user, plan }
}

export async function buildOrder(db: Db, fields: OrderFields = {}) {
  const status = fields.status ?? 'confirmed'
  const hasStaff = status !== 'confirmed' && status !== 'cancelled'
  const assigned_user =
    fields.assigned_user === undefined && hasStaff
      ? (await buildStaff(db)).id
      : (fields.assigned_user ?? null)
  const user = fields.user ?? (await buildUser(db)).id
  const plan = fields.order_type === 'subscription' ? (await buildSoldPlan(db, { user })).id : null
  const [order] = await db<[{ id: string; number: number; version: number; created_at: string }]>`
    insert into orders (title, status, order_type, user_id, assigned_user, pdf_page_count, copies, color, sides,
      paper_size, binding, notes, pickup, address, amount, coupon_code, created_at, assigned_at,
      out_for_delivery_at, delivered_at, cancelled_at, user_subscription_plan)
    values (${fields.title ?? 'Thesis'}, ${status}, ${fields.order_type ?? 'print'},
      ${user}, ${assigned_user}, 3, 1, 'bw', 'single', 'A4', 'none',
      ${fields.notes ?? ''}, ${fields.pickup ?? false},
      ${fields.pickup ? null : db.json(fields.address ?? address)}, ${fields.amount ?? 4600},
      ${fields.coupon_code ?? null}, coalesce(${fields.created_at ?? null}::timestamptz, now()),
      ${assigned_user ? db`now()` : null},
      ${status === 'out-for-delivery' || status === 'delivered' ? db`now()` : null},
      ${status === 'delivered' ? db`coalesce(${fields.delivered_at ?? null}::timestamptz, now())` : null},
      ${status === 'cancelled' ? db`now()` : null}, ${plan})
    returning id, number, version, created_at`
  await db`insert into order_history (order_id, to_status) values (${order.id}, ${status})`
  return { ...order, status, assigned_user, title: fields.title ?? 'Thesis' }
}

/** Many confirmed orders of one customer in one statement, oldest first; returns their ids. */
export async function buildOrders(db: Db, count: number, title = 'Thesis'): Promise<string[]> {
  const { id: user } = await buildUser(db)
  const rows = await db<{ id: string }[]>`
    with built as (
      insert into orders (title, status, user_id, pdf_page_count, copies, color, sides, paper_size, binding, pickup,
        amount, created_at)
      select ${title} || ' ' || n, 'confirmed', ${user}, 3, 1, 'bw', 'single', 'A4', 'none', true, 4600,
        now() - (${count}::int - n) * interval '1 second'
      from generate_series(1, ${count}::int) n returning id, created_at
    ), told as (insert into order_history (order_id, to_status) select id, 'confirmed' from built)
    select id from built order by created_at`
  return rows.map(({ id }) => id)
}

type LeadFields = Partial<{
  name: string
  email: string | null
  mobile: string | null
  subject: string
  message: string
  status: string
}>

export async function buildLead(db: Db, fields: LeadFields = {}) {
  const lead = {
    name: 'Kavya Iyer',
    email: `lead${made++}@print.test`,
    mobile: nextMobile(),
    subject: 'Visiting cards',
    message: 'How much are 500 visiting cards?',
    status: 'new',
    ...fields,
  }
  const [row] = await db<[{ id: string }]>`insert into leads ${db(lead)} returning id`
  return { ...lead, id: row.id }
}

type CouponFields = Partial<{
  code: string
  discount_percentage: number
  /** Days from today; below zero is past. */
  from: number
  to: number
  one_time_only: boolean
  isfornew: boolean
}>

export async function buildCoupon(db: Db, { from = -1, to = 1, ...fields }: CouponFields = {}) {
  const coupon = {
    name: 'Welcome',
    code: `SAVE${made++}`,
    discount_percentage: 10,
    one_time_only: false,
    isfornew: false,
    ...fields,
  }
  const [row] = await db<[{ id: string }]>`
    insert into coupons (name, code, discount_percentage, one_time_only, isfornew, valid_from, valid_to)
    values (${coupon.name}, ${coupon.code}, ${coupon.discount_percentage}, ${coupon.one_time_only},
      ${coupon.isfornew}, shop_day(now()) + ${from}::int, shop_day(now()) + ${to}::int)
    returning id`
  return { ...coupon, id: row.id }
}

type ClientFields = Partial<{ name: string; contact: string; joined_on: string; low_stock_below: number }>

export async function buildClient(db: Db, fields: ClientFields = {}) {
  const client = { name: `Company ${letters(made++)}`, contact: nextMobile(), low_stock_below: 10, ...fields }
  const [row] = await db<[{ id: string; joined_on: string }]>`
    insert into clients (name, contact, joined_on, client_type, address, low_stock_below)
    values (${client.name}, ${client.contact}, coalesce(${fields.joined_on ?? null}::date, shop_day(now())), 1,
      ${db.json({ city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' })},
      ${client.low_stock_below})
    returning id, joined_on`
  return { ...client, ...row }
}

type VouchersFields = Partial<{
  client: string
  voucher_codes: string[]
  voucher_detail: string
  /** Hundredths of a coin. */
  cost: number
  /** Days from today; below zero is past. */
  expires: number
}>

/** A voucher group with vouchers; creates a company where none is given. */
export async function buildVouchers(db: Db, fields: VouchersFields = {}) {
  const client = fields.client ?? (await buildClient(db)).id
  const codes = fields.voucher_codes ?? [`CODE${made++}`]
  const [group] = await db<[{ id: string; expiry_date: string; version: number }]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    values (${client}, ${fields.voucher_detail ?? 'Ten percent off'}, ${fields.cost ?? 0},
      shop_day(now()) + ${fields.expires ?? 30}::int, ${codes.length === 1})
    returning id, expiry_date, version`
  const vouchers = await db<{ id: string; voucher_code: string }[]>`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select ${group.id}, ${client}, code from unnest(${codes}::text[]) code returning id, voucher_code`
  return { ...group, client, vouchers }
}

type QrCodeFields = Partial<{
  code: number
  company: string
  value: number
  /** Days from today; below zero is past. */
  validity: number
  count_start: number
  is_active: boolean
  redirection_url: string | null
  image_id: string | null
}>

export async function buildQrCode(db: Db, fields: QrCodeFields = {}) {
  const { validity = 30, ...rest } = fields
  const qrCode = {
    code: 100_000 + made++,
    company: 'Chai Point',
    value: 100,
    count_start: 0,
    is_active: true,
    redirection_url: rest.image_id ? null : 'https://example.test/offer',
    image_id: null,
    ...rest,
  }
  const [row] = await db<[{ id: string; validity: string }]>`
    insert into qr_codes (code, company, value, validity, count_start, is_active, redirection_url, image_id)
    values (${qrCode.code}, ${qrCode.company}, ${qrCode.value}, shop_day(now()) + ${validity}::int,
      ${qrCode.count_start}, ${qrCode.is_active}, ${qrCode.redirection_url}, ${qrCode.image_id})
    returning id, validity`
  return { ...qrCode, ...row }
}

type ApiKeyFields = Partial<{ name: string; scopes: Scope[] }>

export async function buildApiKey(db: Db, created_by: string, fields: ApiKeyFields = {}) {
  return apiKeys.create(db, created_by, {
    name: `Key ${made++}`,
    scopes: ['orders:read'],
    expires_on: null,
    requests_per_minute: 60_000,
    ...fields,
  })
}
