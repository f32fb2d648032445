import type { Pool } from '../../src/base/database/db.ts'
import {
  buildClient,
  buildCoupon,
  buildPlan,
  buildQrCode,
  buildSoldPlan,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../build.ts'

export type Fixture = Awaited<ReturnType<typeof buildFixture>>

/** The records that every kind of write needs. */
export async function buildFixture(db: Pool, { codes = 50_000 }: { codes?: number } = {}) {
  const staff: string[] = []
  for (let n = 0; n < 3; n++) staff.push((await buildStaff(db)).id)
  const customers: string[] = []
  const soldPlans: { id: string; user: string }[] = []
  const plan = (await buildPlan(db, { pages_per_month: 1_000_000 })).id
  for (let n = 0; n < 12; n++) {
    const { id } = await buildUser(db)
    customers.push(id)
    soldPlans.push(await buildSoldPlan(db, { user: id, plan, pages_total: 1_000_000 }))
    await db`insert into coin_entries (user_id, delta, reason) values (${id}, ${100_000_000}, 'Gift')`
  }
  const referralCodes = await db<{ referral_code: string }[]>`select referral_code from users`
  const client = (await buildClient(db)).id
  const groups: string[] = []
  for (let group = 0; group < 2; group++) {
    const voucher_codes = Array.from({ length: codes / 2 }, (_, index) => `FREE-${group}-${index}`)
    groups.push((await buildVouchers(db, { client, voucher_codes, cost: 300 })).id)
  }
  const coupons = [
    (await buildCoupon(db)).code,
    (await buildCoupon(db, { one_time_only: true, discount_percentage: 33 })).code,
  ]
  const qrCodes: number[] = []
  for (let n = 0; n < 3; n++) qrCodes.push((await buildQrCode(db)).code)
  return {
    staff,
    customers,
    soldPlans,
    plan,
    client,
    groups,
    coupons,
    qrCodes,
    referralCodes: referralCodes.map((row) => row.referral_code),
  }
}
