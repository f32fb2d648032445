import { isDeepStrictEqual } from 'node:util'
import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import {
  type Client,
  ClientAddress,
  type ClientForm,
  type clientOrderings,
  type updateClient,
} from '@our-print/contract/rewards/clients.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { readChangedPhone, readPhone } from '../../base/database/phones.ts'
import { containsOrPhone } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { asFields, invalid, invalidFields, notFound } from '../../base/http/problem.ts'

type Filter = { id?: string; query?: string; ordering?: Ordering<(typeof clientOrderings)[number]> }

const columns = (db: Db) => db`
  c.id, c.name, c.contact, c.potential, c.joined_on, c.is_advertisible, c.client_type, c.address::text as address,
  c.low_stock_below, v.codes > 0 and v.available < c.low_stock_below as low_stock,
  c.agreed_price / 100.0::float8 as agreed_price,
  json_build_object('groups', v.groups, 'codes', v.codes, 'available', v.available) as vouchers, c.version`

// From counters: exact without reading the vouchers.
const voucherStock = (db: Db) => db`
  cross join lateral (
    select (select count(*) from live_voucher_infos i where i.client_id = c.id) as groups, coalesce(sum(codes), 0) as codes,
      coalesce(sum(available) filter (where expiry_date >= (select shop_day(now()))), 0) as available
    from stock_of_client(c.id)) v`

// Written exactly as the trigram index, or the index is not used.
const searchable = (db: Db) => db`search_text(c.name || E'\n' || c.contact)`

const where = (db: Db, { id, query }: Filter) => db`where true
  ${id ? db`and c.id = ${id}` : db``}
  ${query ? db`and (${containsOrPhone(db, searchable(db), query)})` : db``}`

export const { select, list } = defineList<Filter, Client>((db, filter) => ({
  select: db`select ${columns(db)} from live_clients c ${voucherStock(db)}`,
  from: db`live_clients c`,
  where: where(db, filter),
  id: db`c.id`,
  sequence: sequenceOf(
    filter.ordering,
    { joined_on: db`c.joined_on`, name: db`fold_text(c.name) collate "C"` },
    db`c.id`,
    '-joined_on',
  ),
}))

/** The ids and names of the whole list. */
export const selectNames = (db: Db, filter: Filter) => db`
  select c.id, c.name from live_clients c ${where(db, filter)} order by c.joined_on desc, c.id desc`

export async function get(db: Db, id: string): Promise<Client> {
  const [client] = await db<Client[]>`${select(db, { id })}`
  if (!client) throw notFound('Company')
  return client
}

/** Creates a company; without a date in the form it joined today. */
export async function create(db: Db, form: z.output<typeof ClientForm>): Promise<Client> {
  const { name, client_type, potential, is_advertisible, joined_on, low_stock_below, agreed_price } = form
  const contact = readPhone(form.contact, 'contact')
  const [row] = await db<[{ id: string }]>`
    insert into clients (name, contact, client_type, potential, is_advertisible, joined_on, low_stock_below, agreed_price, address)
    values (${name}, ${contact}, ${client_type}, ${potential}, ${is_advertisible},
      coalesce(${joined_on ?? null}::date, shop_day(now())), ${low_stock_below}, ${toPaise(agreed_price)},
      ${db.json(mergeAddress(form))})
    returning id`
  return get(db, row.id)
}

type Patch = z.output<typeof updateClient.schema.form>

/** Updates fields of a company. Its stock may be sent back and is ignored, because it changes with every sale. */
export async function update(db: Db, id: string, patch: Patch): Promise<Client> {
  if (patch.name !== undefined) await lockCustomersOf(db, id, patch.name)
  const current = await lockRecord(db, { table: 'live_clients', name: 'Company', get }, id, patch.version)
  refuseChangedFields({ id: patch.id }, current)
  const { name, client_type, potential, is_advertisible, joined_on, low_stock_below, agreed_price } = patch
  const contact = readChangedPhone(patch.contact, current.contact, 'contact')
  const known = JSON.parse(current.address) as object
  const address = mergeAddress(patch, known)
  const row = {
    ...changedFields(
      { name, contact, client_type, potential, is_advertisible, joined_on, low_stock_below },
      current,
    ),
    ...(agreed_price !== undefined &&
      agreed_price !== current.agreed_price && { agreed_price: toPaise(agreed_price) }),
    ...(!isDeepStrictEqual(address, known) && { address: db.json(address) }),
  }
  if (Object.keys(row).length === 0) return current
  await db`update clients set version = version + 1, ${db(row)} where id = ${id}`
  return get(db, id)
}

/**
 * Locks the customers on whose orders a new name of the company will be found, before the company: whoever takes an order in
 * has its customer and then asks for the company, too.
 */
const lockCustomersOf = (db: Db, id: string, name: string) => db`
  select from users where id in (
    select o.user_id from orders o join clients c on c.id = o.client_id where c.id = ${id} and c.name <> ${name})
  order by id for no key update`

/** Locks companies against new voucher groups; 404 unless all exist. */
export async function lockAll(db: Db, ids: string[]): Promise<void> {
  const found = await db`select from live_clients where id = any(${ids}) order by id for update`
  if (found.length < ids.length) throw notFound('Company')
}

/** Moves companies to the bin; their voucher groups are deleted before. */
export async function remove(db: Db, ids: string[]): Promise<void> {
  await db`update clients set deleted_at = now() where id = any(${ids})`
}

/** Takes companies out of the bin; their voucher groups are restored before. */
export async function restore(db: Db, ids: string[]): Promise<void> {
  await db`update clients set deleted_at = null where id = any(${ids})`
}

/**
 * Deletes companies that have left the bin and have no voucher groups and leads any more, with their imports; a piece of them.
 * Whom an invoice names keeps its row, which nobody sees.
 */
export const purge = (db: Db, piece: number) => db`
  delete from clients where id in (
    select c.id from clients c
    where c.deleted_at is not null and not exists (select from bin b where b.id = c.id)
      and not exists (select from voucher_infos i where i.client_id = c.id)
      and not exists (select from leads l where l.client_id = c.id)
      and not exists (select from invoices i where i.client_id = c.id)
    limit ${piece})`

type Parts = Partial<ClientAddress>
type AddressFields = Partial<Pick<z.output<typeof ClientForm>, 'address' | keyof ClientAddress>>

/**
 * The address of a form: its separate fields win over the JSON in `address`, and that wins over the current address.
 * An error names the field that is invalid or missing.
 */
function mergeAddress(
  { address, city, state, country, pincode }: AddressFields,
  current: Parts = {},
): ClientAddress {
  const fields = Object.entries({ city, state, country, pincode }).filter(([, value]) => value !== undefined)
  const combined = { ...current, ...(address ? parseObject(address) : {}), ...Object.fromEntries(fields) }
  const merged = ClientAddress.safeParse(combined)
  if (!merged.success) throw invalidFields(merged.error.issues.flatMap((issue) => asFields(issue, 'address')))
  return merged.data
}

function parseObject(text: string): object {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('address', 'This is not JSON with city, state, country and pincode')
  }
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
