import type { Db } from '../../base/database/db.ts'
import { conflict } from '../../base/http/problem.ts'
import * as vouchers from '../vouchers/voucherGroups.queries.ts'
import * as clients from './clients.queries.ts'

/** Moves companies with their unsold codes to the bin, or none of them if one has sold a code, or pays or paid for orders. */
export async function deleteClients(db: Db, ids: string[]): Promise<void> {
  // A sale also locks the group before the company; the same sequence avoids deadlocks.
  await vouchers.lockGroupsOfClients(db, ids)
  await clients.lockAll(db, ids)
  // Groups that were created until the companies were locked.
  await vouchers.lockGroupsOfClients(db, ids)
  const sold = await db<{ id: string; name: string }[]>`
    select c.id, c.name from live_clients c
    where c.id = any(${ids}) and exists (select from purchased_vouchers p where p.client_id = c.id)
    order by c.name`
  if (sold.length > 0) throw inUse(sold)
  const billed = await db<{ id: string; name: string }[]>`
    select c.id, c.name from live_clients c
    where c.id = any(${ids}) and (exists (select from orders o where o.client_id = c.id)
      or exists (select from payments p where p.client_id = c.id)
      or exists (select from invoices i where i.client_id = c.id)
      -- A customer counts on the prices of a quote that is open.
      or exists (select from quotes q where q.content ->> 'billed_to' = c.id::text and q.order_id is null
        and q.withdrawn_at is null and q.valid_until >= shop_day(now())))
    order by c.name`
  if (billed.length > 0) throw inUse(billed, 'orders, quotes, payments or invoices')
  await vouchers.removeGroupsOfClients(db, ids)
  await clients.remove(db, ids)
}

/** Restores companies with the voucher groups that were deleted with them. */
export async function restoreClients(db: Db, ids: string[]): Promise<void> {
  await vouchers.lockGroupsOfClients(db, ids)
  await vouchers.restoreGroupsOfClients(db, ids)
  await clients.restore(db, ids)
}

function inUse(clients: { name: string }[], what = 'sold vouchers') {
  const names = clients.map(({ name }) => name).join(', ')
  const message =
    clients.length > 1
      ? `${names} have ${what}, so they cannot be deleted.`
      : `${names} has ${what}, so it cannot be deleted.`
  return conflict(message, 'in_use')
}
