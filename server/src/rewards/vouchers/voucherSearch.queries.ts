import type { Db, Fragment } from '../../base/database/db.ts'
import { contains } from '../../base/database/search.ts'

/** The ids of the companies whose name contains the query. */
export const companiesNamed = (db: Db, query: string) => db`
  select id from live_clients where ${contains(db, db`search_text(name)`, query)}`

/** Whether a query may mean a cost, also as screens show it: 1,000. */
export const isCost = (query: string) => /^[\d.][\d.,]*$/.test(query)

/**
 * Whether a cost in hundredths contains the query as people write it: 12.50 is searched as 12.5, 12.00 as 12, and 1,00,000 as
 * 100000.
 */
export const costContains = (db: Db, cost: Fragment, query: string) =>
  contains(db, db`trim_scale(${cost} / 100.0)::text`, withoutTrailingZeros(query.replaceAll(',', '')))

const withoutTrailingZeros = (cost: string) =>
  cost.replace(/(\.\d*[1-9])0+$/, '$1').replace(/(\d)\.0*$/, '$1')
