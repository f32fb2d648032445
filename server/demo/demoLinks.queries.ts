import type { Pool } from '../src/base/database/db.ts'
import { type LinkTools, linkFor } from '../src/customer/orderPage/orderLinks.queries.ts'

/** Makes the customer's links of some orders, one for each state that there is. */
export async function shareOrders(pool: Pool, tools: LinkTools): Promise<void> {
  const orders = await pool<{ id: string }[]>`
    select distinct on (status) id from orders order by status, number desc`
  for (const { id } of orders) await pool.begin((tx) => linkFor(tx, tools, id))
}
