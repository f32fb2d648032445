import type { OrderStatus } from '@our-print/contract/orderMoves.ts'
import type { Order } from '@our-print/contract/orders.ts'
import type { Db } from '../src/lib/db.ts'

// What a test needs to be there, put straight into the database; parents that are not named are made.

let made = 0
const nextMobile = () => `98${String(10_000_000 + made++)}`

type UserFields = Partial<{
  first_name: string
  last_name: string
  email: string | null
  mobile: string
  is_active: boolean
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

export async function buildOrder(db: Db, fields: OrderFields = {}) {
  const status = fields.status ?? 'confirmed'
  const hasStaff = status !== 'confirmed' && status !== 'cancelled'
  const assigned_user =
    fields.assigned_user === undefined && hasStaff
      ? (await buildStaff(db)).id
      : (fields.assigned_user ?? null)
  const [order] = await db<[{ id: string; number: number; version: number; created_at: string }]>`
    insert into orders (title, status, order_type, user_id, assigned_user, pdf_page_count, copies, color, sides,
      paper_size, binding, notes, pickup, address, amount, coupon_code, created_at, assigned_at,
      out_for_delivery_at, delivered_at, cancelled_at)
    values (${fields.title ?? 'Thesis'}, ${status}, ${fields.order_type ?? 'print'},
      ${fields.user ?? (await buildUser(db)).id}, ${assigned_user}, 3, 1, 'bw', 'single', 'A4', 'none',
      ${fields.notes ?? ''}, ${fields.pickup ?? false},
      ${fields.pickup ? null : db.json(fields.address ?? address)}, ${fields.amount ?? 4600},
      ${fields.coupon_code ?? null}, coalesce(${fields.created_at ?? null}::timestamptz, now()),
      ${assigned_user ? db`now()` : null},
      ${status === 'out-for-delivery' || status === 'delivered' ? db`now()` : null},
      ${status === 'delivered' ? db`coalesce(${fields.delivered_at ?? null}::timestamptz, now())` : null},
      ${status === 'cancelled' ? db`now()` : null})
    returning id, number, version, created_at`
  await db`insert into order_history (order_id, to_status) values (${order.id}, ${status})`
  return { ...order, status, assigned_user, title: fields.title ?? 'Thesis' }
}
