import type { Pool } from '../../base/database/db.ts'
import * as accounts from '../../money/accounts/accountList.queries.ts'
import * as leads from '../../people/leads/leads.queries.ts'
import * as clients from '../../rewards/clients/clients.queries.ts'
import * as coupons from '../../rewards/coupons/coupons.queries.ts'
import * as plans from '../../rewards/plans/plans.queries.ts'
import * as qrCodes from '../../rewards/qrCodes/qrCodes.queries.ts'
import * as imports from '../../rewards/voucherImports/voucherImports.queries.ts'
import * as vouchers from '../../rewards/vouchers/deleteVouchers.queries.ts'
import * as bin from './bin.queries.ts'

type Purge = (db: Pool, piece: number) => Promise<number | { count: number }>

/** Children before their parents. */
const purges: Purge[] = [
  bin.removeExpired,
  vouchers.purgeVouchers,
  vouchers.purgeGroups,
  imports.purgeSkips,
  leads.forgetCompanies,
  accounts.purge,
  clients.purge,
  coupons.purge,
  leads.purge,
  plans.purge,
  qrCodes.purge,
]

/**
 * Deletes for good what has been in the bin for 30 days, or was taken out of it by a person. In pieces, each a transaction
 * of its own: a company may have a million codes. A killed process leaves the rest to the next run. A kind that fails keeps no
 * other from its turn; the first failure is thrown at the end.
 */
export async function emptyBin(pool: Pool, piece = 5_000): Promise<void> {
  const failures: unknown[] = []
  for (const purge of purges) {
    try {
      while (await hasDeleted(purge(pool, piece)));
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const hasDeleted = async (deleted: Promise<number | { count: number }>) => {
  const result = await deleted
  return (typeof result === 'number' ? result : result.count) > 0
}
