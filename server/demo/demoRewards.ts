import type { Transaction } from '../src/base/database/db.ts'
import { copy } from './bulkLoad.queries.ts'
import type { Day } from './calendar.ts'
import type { DemoCompany } from './demoCompanies.ts'
import type { DemoImages } from './demoImages.ts'
import { makeQrCodes } from './demoQrCodes.ts'
import { makeScans } from './demoScans.ts'
import { type CoinLine, sellVouchers } from './demoSoldVouchers.ts'
import { makeVouchers } from './demoVouchers.ts'

/** Reward tables that have many rows in a big shop. */
export const rewardTables = [
  'voucher_infos',
  'vouchers',
  'purchased_vouchers',
  'scans',
  'coupon_uses',
  'referrals',
  'referral_claims',
]

const maxVouchers = 100_000
const maxSoldVouchers = 20_000
const maxScanFactor = 30
const usualOrders = 400

type Shop = {
  orders: number
  days: readonly Day[]
  now: number
  admin: string | null
  companies: DemoCompany[]
  images: DemoImages
  /** The coin entries of the customers who may buy vouchers. */
  coins: readonly CoinLine[]
}

/** Copies vouchers, sold vouchers, QR codes and scans: in proportion to the orders, up to a limit. */
export async function copyRewards(tx: Transaction, shop: Shop): Promise<void> {
  const { orders, days, now, admin, companies, images, coins } = shop
  const { groups, imports } = makeVouchers(days, {
    companies,
    images,
    admin,
    maxVouchers: Math.min(maxVouchers, Math.floor(orders / 10)),
  })
  const count = Math.min(maxSoldVouchers, Math.ceil(orders / 8))
  const sold = sellVouchers(groups, coins, { count, days, admin })
  await copy(tx, 'images', Object.values(images))
  await copy(
    tx,
    'voucher_infos',
    groups.map(({ row }) => row),
  )
  const codes = groups.flatMap((group) => group.codes)
  await copy(tx, 'vouchers', codes)
  await copy(tx, 'voucher_imports', imports)
  // As the trigger would have written it, which is off.
  await copy(
    tx,
    'voucher_moves',
    groups.map(({ row, codes: { length } }) => ({
      id: row.id,
      client_id: row.client_id,
      voucher_info_id: row.id,
      at: row.created_on,
      received: length,
    })),
  )
  await copy(tx, 'purchased_vouchers', sold.soldVouchers)
  await copy(tx, 'coin_entries', sold.coins)

  const qrCodes = makeQrCodes(days, images)
  const times = Math.min(maxScanFactor, Math.max(1, orders / usualOrders))
  await copy(
    tx,
    'qr_codes',
    qrCodes.map(({ row }) => row),
  )
  await copy(tx, 'scans', makeScans(qrCodes, days, times, now))
}
