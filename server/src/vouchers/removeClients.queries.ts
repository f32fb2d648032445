import * as clients from '../clients/clients.queries.ts'
import type { Db } from '../lib/db.ts'
import { conflict } from '../lib/problem.ts'

/** Deletes companies with their unsold codes: all, or none where one has sold a code. */
export async function removeClients(db: Db, ids: string[]): Promise<void> {
  // A purchase holds its group before it names the company: in this order, the two never wait for each other.
  await db`select from voucher_infos where client_id = any(${ids}) order by id for update`
  await clients.lockAll(db, ids)
  const sold = await db<{ id: string; name: string }[]>`
    select c.id, c.name from clients c
    where c.id = any(${ids}) and exists (select from purchased_vouchers p where p.client_id = c.id)
    order by c.name`
  if (sold.length > 0) throw inUse(sold)
  // Codes first: they are counted and noted by their group, which must still be there.
  await db`delete from vouchers where client_id = any(${ids})`
  await db`delete from voucher_infos where client_id = any(${ids})`
  await clients.remove(db, ids)
}

function inUse(sold: { name: string }[]) {
  const names = sold.map(({ name }) => name).join(', ')
  const [have, it] = sold.length > 1 ? ['have', 'they'] : ['has', 'it']
  return conflict(`${names} ${have} sold vouchers, so ${it} cannot be deleted.`, 'in_use')
}
