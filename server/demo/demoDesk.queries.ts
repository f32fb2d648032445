import { randomUUIDv7 } from 'node:crypto'
import { RequestedOrder } from '@our-print/contract/customer/orderRequests.ts'
import { NewOrder } from '@our-print/contract/orders/orders.ts'
import { priceInPaise } from '@our-print/contract/orders/price.ts'
import { quoteDays } from '@our-print/contract/orders/quotes.ts'
import type { Transaction } from '../src/base/database/db.ts'
import * as requests from '../src/customer/orderRequests/orderRequests.queries.ts'
import { customerActor, ensureAccount } from '../src/customer/publicPages/customerAccount.queries.ts'
import { priceQuote } from '../src/orders/quotes/priceQuote.ts'
import * as quotes from '../src/orders/quotes/quotes.queries.ts'
import * as configurations from '../src/shop/configurations/configurations.queries.ts'
import type { DemoFile, DemoFiles } from './demoFiles.ts'
import { idAt } from './demoShop.queries.ts'

type Desk = { admin: string | null; now: Date; files: DemoFiles }

/** What waits at the desk: promises, some late and some soon, tags of customers, quotes, and complaints. */
export async function openDesk(tx: Transaction, { admin, now, files }: Desk): Promise<void> {
  const time = now.toISOString()
  await promise(tx, time)
  await keepPromises(tx, time)
  await tag(tx)
  await request(tx, files.project)
  if (!admin) return
  await complain(tx, admin, time)
  await quote(tx, admin, 'Annual report, spiral bound', files.project, { copies: 25, binding: 'spiral' })
  await quote(tx, admin, 'Lecture notes for the new term', files.notes, { copies: 120, sides: 'double' })
}

/** Of the newest open orders two are due soon; of the others some are late, some are for later, and some have no promise. */
const promise = (tx: Transaction, time: string) => tx`
  update orders o set version = o.version + 1, promised_at = case
      when n <= 2 then ${time}::timestamptz + n * interval '20 minutes'
      when n % 3 = 0 then greatest(o.created_at, ${time}::timestamptz - n * interval '1 hour')
      else date_trunc('hour', ${time}::timestamptz) + n * interval '3 hours' end
  from (
    select id, row_number() over (order by number desc) as n from orders
    where status in ('confirmed', 'assigned', 'out-for-delivery') order by number desc limit 24) newest
  where o.id = newest.id and (n <= 2 or n % 3 < 2)`

/** Of delivered orders three of four were promised a time, a little after the one that was proposed; most were kept. */
const keepPromises = (tx: Transaction, time: string) => tx`
  update orders o set version = o.version + 1, proposed_at = p.proposed, promised_at = date_trunc('hour', p.proposed) + interval '1 hour'
  from (
    select id, date_trunc('minute', delivered_at) + (number * 37 % 100 - 30) * interval '3 minutes' as proposed from orders
    where status = 'delivered' and delivered_at > ${time}::timestamptz - interval '60 days' and number % 4 > 0) p
  where o.id = p.id`

const tag = (tx: Transaction) => tx`
  update users u set version = u.version + 1,
    tags = case n % 3 when 0 then '{school}' when 1 then '{office,monthly}' else '{wedding}' end::text[]
  from (select id, row_number() over (order by created_at, id) as n from users order by created_at, id limit 18) first
  where u.id = first.id`

/** Of two delivered orders: one complaint is open, one had its answer. */
const complain = (tx: Transaction, admin: string, time: string) => tx`
  with made as (
    insert into complaints (id, order_id, reason, text, created_by, created_at, resolution, note, resolved_by, resolved_at)
    select ${idAt(tx, tx`${time}::timestamptz - n * interval '2 hours'`)}, id, case n when 1 then 'damaged' else 'late' end,
      case n when 1 then 'The cover is torn.' else 'It came after the exam.' end, ${admin},
      ${time}::timestamptz - n * interval '2 hours', case n when 2 then 'nothing' end,
      case n when 2 then 'We said sorry on the phone.' else '' end, case n when 2 then ${admin}::uuid end,
      case n when 2 then ${time}::timestamptz - interval '3 hours' end
    from (
      select id, row_number() over (order by number desc) as n from orders
      where status = 'delivered' and delivered_at < ${time}::timestamptz - interval '5 hours'
      order by number desc limit 2) delivered
    returning *)
  insert into order_history (order_id, at, by, from_status, to_status, noted, note)
  select order_id, created_at, created_by, 'delivered', 'delivered', 'complaint', text from made`

/** The shop takes orders by link, and a visitor has asked for one. */
async function request(tx: Transaction, { storage_key, sha256, size, page_count }: DemoFile): Promise<void> {
  await tx`update configurations set version = version + 1, order_intake = 'open'`
  await ensureAccount(tx)
  const [file] = await tx<[{ id: string }]>`
    insert into order_files (name, content_type, size, page_count, storage_key, sha256, uploaded_by)
    values ('Project report.pdf', 'application/pdf', ${size}, ${page_count}, ${storage_key}, ${sha256}, ${customerActor.id})
    returning id`
  const wanted = RequestedOrder.parse({ title: 'Project report', copies: 3, binding: 'spiral', pickup: true })
  const visitor = { name: 'Farida Shaikh', mobile: '+919822012345', email: null }
  const paid = { ...wanted, pages: page_count, color_pages: null }
  const amount = priceInPaise(paid, await configurations.get(tx))
  await requests.create(tx, { visitor, wanted, files: [file.id], amount })
}

/** For one of the first customers. */
async function quote(
  tx: Transaction,
  admin: string,
  title: string,
  file: DemoFile,
  options: Pick<NewOrder, 'copies'> & Partial<NewOrder>,
): Promise<void> {
  const [customer] = await tx<[{ id: string }]>`
    select id from users where is_active order by created_at, id offset ${title.length % 7} limit 1`
  const id = randomUUIDv7()
  const { storage_key, sha256, size, page_count } = file
  await tx`
    insert into order_files (id, name, content_type, size, page_count, storage_key, sha256, uploaded_by, position)
    values (${id}, ${`${title}.pdf`}, 'application/pdf', ${size}, ${page_count}, ${storage_key}, ${sha256}, ${admin}, 1)`
  const order = NewOrder.parse({ user: customer.id, title, uploads: [id], pickup: true, ...options })
  const actor = { id: admin, email: '', full_name: '', is_superuser: true }
  const offer = await priceQuote(tx, actor, order, new Map())
  await quotes.create(
    tx,
    { order, offer, valid_until: await quotes.lastDay(tx, undefined, quoteDays) },
    admin,
  )
}
