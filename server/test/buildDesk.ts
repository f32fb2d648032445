import { randomUUID } from 'node:crypto'
import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import type { Db } from '../src/base/database/db.ts'
import { address, buildOrder, buildStaff, buildUser } from './build.ts'

type QuoteFields = { user?: string; amount?: number }

/** An open quote, without its file. */
export async function buildQuote(db: Db, fields: QuoteFields = {}) {
  const user = fields.user ?? (await buildUser(db)).id
  const order: NewOrder = {
    user,
    title: 'Thesis',
    order_type: 'print',
    copies: 1,
    color: 'bw',
    sides: 'single',
    paper_size: 'A4',
    binding: 'none',
    layout: '1-up',
    fit: 'shrink',
    bundle: false,
    page_ranges: [],
    notes: '',
    pickup: false,
    address,
    // A file that is gone: a quote always has one, and this one cannot be confirmed.
    uploads: [randomUUID()],
    lines: [],
  }
  const amount = fields.amount ?? 4600
  const [row] = await db<[{ id: string; number: number; version: number }]>`
    insert into quotes (user_id, title, content, pdf_page_count, prices, amount, valid_until, created_by)
    values (${user}, 'Thesis', ${db.json(order)}, 3, ${db.json([{ text: 'Printing', amount }])}, ${amount},
      shop_day(now()) + 14, ${(await buildStaff(db)).id})
    returning id, number, version`
  return row
}

/** An open complaint about a delivered order. */
export async function buildComplaint(db: Db) {
  const { id: order } = await buildOrder(db, { status: 'delivered' })
  const [row] = await db<[{ id: string; version: number }]>`
    insert into complaints (order_id, reason, text, created_by)
    values (${order}, 'damaged', 'Torn', ${(await buildStaff(db)).id}) returning id, version`
  return row
}

/** A refused act that a courier sent to the office. */
export async function buildCourierTask(db: Db) {
  const courier = (await buildStaff(db)).id
  const { id: order } = await buildOrder(db, { status: 'assigned', assigned_user: courier })
  const [row] = await db<[{ id: string; version: number }]>`
    insert into courier_tasks (order_id, tried, refusal, created_by)
    values (${order}, 'Delivered', 'Changed by someone else', ${courier}) returning id, version`
  return row
}

/** A counted hand-over that waits for its explanation. */
export async function buildHandOver(db: Db) {
  const [row] = await db<[{ id: string; version: number }]>`
    insert into hand_overs
      (holder, status, in_hand, declared, declared_notes, counted, counted_notes, counted_by, counted_at, expected)
    values (${(await buildStaff(db)).id}, 'difference', 0, 10000, '{"100": 1}', 5000, '{"50": 1}',
      ${(await buildStaff(db)).id}, now(), 0)
    returning id, version`
  return row
}

type LineFields = { day?: string; amount?: number; user?: string; by?: string }
let linesBuilt = 0

/** A line of a statement for which a payment is proposed. */
export async function buildStatementLine(db: Db, fields: LineFields = {}) {
  const { day = '2026-02-10', amount = 10_000 } = fields
  const [user, by] = [fields.user ?? (await buildUser(db)).id, fields.by ?? (await buildStaff(db)).id]
  const [row] = await db<[{ id: string; version: number }]>`
    with s as (
      insert into statements (method, file_name, sha256, added, known, by) values ('upi', 'upi.csv', 'x', 1, 0, ${by}) returning id),
    p as (insert into payments (user_id, method, amount, by) values (${user}, 'upi', ${amount}, ${by}) returning id)
    insert into statement_lines (statement_id, method, day, amount, reference, text, nth, state, payment_id)
    select s.id, 'upi', ${day}, ${amount}, '', ${`line ${++linesBuilt}`}, 1, 'proposed', p.id from s, p
    returning id, version`
  return row
}

/** What a visitor asks for, without files. */
export async function buildRequest(db: Db): Promise<{ id: string }> {
  const wanted = {
    title: 'Thesis',
    copies: 1,
    color: 'bw',
    sides: 'single',
    paper_size: 'A4',
    binding: 'none',
    notes: '',
    pickup: true,
    address: null,
  }
  const [request] = await db<[{ id: string }]>`
    insert into order_requests (kind, name, mobile, wanted, amount)
    values ('new', 'Meena Iyer', '+919812399999', ${db.json(wanted)}, 800) returning id`
  return request
}
