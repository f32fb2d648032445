import { type BinKind } from '@our-print/contract/entityKinds.ts'
import { deletionOf, kindsOf } from '@our-print/contract/people/mayCall.ts'
import type { Db } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import * as leads from '../../people/leads/leads.queries.ts'
import { restoreClients } from '../../rewards/clients/deleteClients.queries.ts'
import * as coupons from '../../rewards/coupons/coupons.queries.ts'
import * as plans from '../../rewards/plans/plans.queries.ts'
import * as qrCodes from '../../rewards/qrCodes/qrCodes.queries.ts'
import * as vouchers from '../../rewards/vouchers/deleteVouchers.queries.ts'
import * as bin from './bin.queries.ts'

/** How each kind is restored, in this order: a voucher needs its company. */
const restorers: Record<BinKind, (db: Db, ids: string[]) => Promise<void>> = {
  company: restoreClients,
  voucher: vouchers.restore,
  qr_code: qrCodes.restore,
  coupon: coupons.restore,
  lead: leads.restore,
  plan: plans.restore,
}

/** Restores deleted records, all or none; 404 for a kind that the actor may not delete. */
export async function restore(db: Db, actor: Actor, ids: string[]): Promise<void> {
  const kinds = kindsOf(actor, deletionOf)
  const byKind = Map.groupBy(await bin.lockAll(db, ids, kinds), ({ kind }) => kind)
  for (const [kind, restoreKind] of Object.entries(restorers)) {
    const entries = byKind.get(kind as BinKind)
    if (entries) {
      await restoreKind(
        db,
        entries.map(({ id }) => id),
      )
    }
  }
}
