import { isDeepStrictEqual } from 'node:util'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { CustomerAddress } from '@our-print/contract/people/customerAddresses.ts'
import type { Address } from '@our-print/contract/values.ts'
import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, notFound } from '../../base/http/problem.ts'

type Filter = { user: string; query?: string; ordering?: Ordering<'used_at'> }

const where = (db: Db, { user, query }: Filter) => db`where a.user_id = ${user}
  ${query ? db`and ${contains(db, db`search_text(concat_ws(E'\n', a.address->>'line1', a.address->>'line2', a.address->>'city', a.address->>'pincode'))`, query)}` : db``}`

export const { select, list } = defineList<Filter, CustomerAddress>((db, filter) => ({
  select: db`select a.id, a.address, a.used_at, a.version from customer_addresses a`,
  from: db`customer_addresses a`,
  where: where(db, filter),
  counted: countOf(db, db`customer_addresses a ${where(db, filter)}`),
  id: db`a.id`,
  sequence: sequenceOf(filter.ordering, { used_at: db`a.used_at` }, db`a.id`, '-used_at'),
}))

export async function get(db: Db, id: string): Promise<CustomerAddress> {
  const [found] = await db<CustomerAddress[]>`
    select id, address, used_at, version from customer_addresses where id = ${id}`
  if (!found) throw notFound('Address')
  return found
}

/** Keeps where a customer's order goes; one that is known becomes the last used. Returns the statement, not yet sent. */
export const keep = (db: Db, user: string, address: Address) => db<CustomerAddress[]>`
  insert into customer_addresses (user_id, address) values (${user}, ${db.json(address)})
  on conflict (user_id, md5(address::text)) do update set used_at = excluded.used_at
  returning id, address, used_at, version`

/** Enters an address by hand. */
export async function add(db: Db, user: string, address: Address): Promise<CustomerAddress> {
  const [customer] = await db`select 1 from users where id = ${user} for key share`
  if (!customer) throw notFound('Customer')
  const [kept] = await keep(db, user, address)
  if (!kept) throw new Error('The address was not kept')
  return kept
}

/** Corrects an address; when it was used stays, but where it is may be elsewhere now. */
export async function update(
  db: Db,
  id: string,
  { version, address, ...readOnly }: Partial<CustomerAddress>,
): Promise<CustomerAddress> {
  const current = await lockRecord(db, { table: 'customer_addresses', name: 'Address', get }, id, version)
  refuseChangedFields(readOnly, current)
  if (address === undefined || isDeepStrictEqual(address, current.address)) return current
  try {
    await db`
      update customer_addresses set address = ${db.json(address)}, located = null, version = version + 1 where id = ${id}`
    return await get(db, id)
  } catch (error) {
    if (violatedConstraint(error) !== 'customer_addresses_once') throw error
    throw conflict('This customer has that address already')
  }
}

export async function remove(db: Db, id: string): Promise<null> {
  const { count } = await db`delete from customer_addresses where id = ${id}`
  if (count === 0) throw notFound('Address')
  return null
}
