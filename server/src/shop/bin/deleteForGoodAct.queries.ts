import { deletionOf, kindsOf } from '@our-print/contract/people/mayCall.ts'
import { deleteBinEntry } from '@our-print/contract/shop/bin.ts'
import type { Db } from '../../base/database/db.ts'
import type { Act } from '../../money/approvals/acts.ts'
import * as bin from './bin.queries.ts'

/** Codes that go for good with a record of the bin: itself, or those of a company, also those deleted before it. */
async function countCodes(db: Db, id: string): Promise<number> {
  const [found] = await db<[{ codes: number }]>`
    select (select count(*) from deleted_vouchers where id = ${id} or client_id = ${id})::int
      + (select count(*) from vouchers where client_id = ${id})::int as codes`
  return found.codes
}

export const deleteForGoodAct: Act<typeof deleteBinEntry> = {
  name: 'vouchers',
  endpoint: deleteBinEntry,
  measure: ({ db, params }) => countCodes(db, params.id),
  async show({ db, actor, params }, lock) {
    const { name, kind } = await bin.get(db, params.id, kindsOf(actor, deletionOf))
    await db`select 1 from bin where id = ${params.id} ${lock}`
    const codes = await countCodes(db, params.id)
    const what = kind === 'company' ? `Company ${name}` : `Voucher ${name}`
    const gone = { what, before: 'In the bin', after: 'Deleted for good' }
    const itsCodes = { what: 'Its codes', before: String(codes), after: 'Deleted for good' }
    return {
      summary: `Delete ${name} for good`,
      changes: kind === 'company' ? [gone, itsCodes] : [gone],
    }
  },
}
