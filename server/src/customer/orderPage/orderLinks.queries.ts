import { hash, randomBytes } from 'node:crypto'
import { type OrderLink, orderPageDays } from '@our-print/contract/customer/orderPage.ts'
import { timeInJson } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import type { Sealer } from '../../base/database/sealer.ts'
import type { Links } from '../../base/http/links.ts'
import { notFound } from '../../base/http/problem.ts'
import { addNote } from '../../orders/orderHistory.queries.ts'
import { ensureAccount } from '../publicPages/customerAccount.queries.ts'

/** What a link is made and shown with. */
export type LinkTools = { sealer: Sealer; links: Links }

const ownerOf = (order: string) => `customer link ${order}`
const hashOf = (code: string) => hash('sha256', code, 'buffer')
const urlOf = (links: Links, code: string) => links.to(`/o/${code}`)

/** When the page of an order that has ended ends; null while it is open. */
const endOf = (db: Db) =>
  db`(coalesce(o.delivered_at, o.cancelled_at) + make_interval(days => ${orderPageDays}))`

/** The order whose page this is; undefined for an unknown, revoked or ended code. */
export async function findOrder(db: Db, code: string): Promise<string | undefined> {
  const [found] = await db<{ id: string }[]>`
    select o.id from order_links l join orders o on o.id = l.order_id
    where l.code_hash = ${hashOf(code)} and coalesce(${endOf(db)} > now(), true)`
  return found?.id
}

type LinkRow = Pick<OrderLink, 'created_at' | 'revoked_at' | 'ends_at' | 'pickup_code'> & {
  code_sealed: Buffer | null
  has_ended: boolean
}

/** The link as the office sees it. */
export async function get(db: Db, { sealer, links }: LinkTools, order: string): Promise<OrderLink> {
  const [row] = await db<LinkRow[]>`
    select l.code_sealed, ${timeInJson(db, db`l.created_at`)} as created_at,
      ${timeInJson(db, db`l.revoked_at`)} as revoked_at, ${timeInJson(db, endOf(db))} as ends_at,
      coalesce(${endOf(db)} <= now(), false) as has_ended, case when o.pickup then pickup_code(o.id) end as pickup_code
    from orders o left join order_links l on l.order_id = o.id where o.id = ${order}`
  if (!row) throw notFound('Order')
  const { code_sealed, has_ended, ...facts } = row
  if (facts.created_at === null) return { ...facts, state: 'none', url: null }
  if (code_sealed === null) return { ...facts, state: 'revoked', url: null }
  if (has_ended) return { ...facts, state: 'ended', url: null }
  const code = await sealer.open(code_sealed, ownerOf(order))
  return code === undefined
    ? { ...facts, state: 'lost', url: null }
    : { ...facts, state: 'open', url: urlOf(links, code) }
}

/** Makes a link, in place of one that there is. */
export const renew = (db: Db, tools: LinkTools, order: string, by: string | null) =>
  write(db, tools, order, { by, replaces: db`true` })

/** Makes a link where none is open: one that a message has brought to the customer meanwhile stays. */
export const make = (db: Db, tools: LinkTools, order: string, by: string | null) =>
  write(db, tools, order, { by, replaces: db`l.code_hash is null` })

type Writing = { by: string | null; replaces: Fragment }

async function write(db: Db, tools: LinkTools, order: string, { by, replaces }: Writing): Promise<OrderLink> {
  const [found] = await db`select from orders where id = ${order} for key share`
  if (!found) throw notFound('Order')
  await ensureAccount(db)
  const code = randomBytes(16).toString('base64url')
  const sealed = await tools.sealer.seal(code, ownerOf(order))
  const [row] = await db<{ version: number }[]>`
    insert into order_links as l (order_id, code_hash, code_sealed) values (${order}, ${hashOf(code)}, ${sealed})
    on conflict (order_id) do update set version = l.version + 1, code_hash = excluded.code_hash,
      code_sealed = excluded.code_sealed, created_at = now(), revoked_at = null
      where ${replaces}
    returning version`
  if (row)
    await addNote(db, by, order, row.version === 1 ? 'Customer’s link made' : 'Customer’s link renewed')
  return get(db, tools, order)
}

/** Ends the link of an order. */
export async function revoke(db: Db, order: string, by: string): Promise<void> {
  const revoked = await db`
    update order_links set version = version + 1, code_hash = null, code_sealed = null, revoked_at = now()
    where order_id = ${order} and revoked_at is null returning 1`
  if (revoked.length === 0) throw notFound('Link')
  await addNote(db, by, order, 'Customer’s link revoked')
}

/**
 * The address that a message to the customer names: made when the first message asks for it, and none where the office has
 * revoked it.
 */
export async function linkFor(db: Db, tools: LinkTools, order: string): Promise<string | null> {
  const { state, url } = await get(db, tools, order)
  if (state !== 'none') return url
  return (await make(db, tools, order, null)).url
}
