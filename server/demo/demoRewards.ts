import type { Transaction } from '../src/database/db.ts'
import { copy } from './bulkLoad.queries.ts'
import type { Day } from './calendar.ts'
import type { DemoCompany } from './demoCompanies.ts'
import type { DemoImages } from './demoImages.ts'
import { type CoinLine, sellVouchers } from './demoPurchases.ts'
import { makeQrCodes } from './demoQrCodes.ts'
import { makeScans } from './demoScans.ts'
import { makeVouchers } from './demoVouchers.ts'

/** Tables with many rows of rewards in a big shop. */
export const rewardTables = [
  'voucher_infos',
  'vouchers',
  'purchased_vouchers',
  'scans',
  'coupon_uses',
  'referrals',
  'referral_claims',
]

const mostCodes = 100_000
const mostPurchases = 20_000
const mostTimesScanned = 30
const usualOrders = 400

type Shop = {
  orders: number
  days: readonly Day[]
  now: number
  admin: string | null
  companies: DemoCompany[]
  images: DemoImages
  /** What came into the purses of those who may buy. */
  coins: readonly CoinLine[]
}

/** Copies the vouchers, what was bought of them, the QR codes and their scans: in proportion to the orders, to a limit. */
export async function copyRewards(tx: Transaction, shop: Shop): Promise<void> {
  const { orders, days, now, admin, companies, images, coins } = shop
  const { groups, imports } = makeVouchers(days, {
    companies,
    images,
    admin,
    mostCodes: Math.min(mostCodes, Math.floor(orders / 10)),
  })
  const count = Math.min(mostPurchases, Math.ceil(orders / 8))
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
  await copy(tx, 'purchased_vouchers', sold.purchases)
  await copy(tx, 'coin_entries', sold.coins)

  const qrCodes = makeQrCodes(days, images)
  const times = Math.min(mostTimesScanned, Math.max(1, orders / usualOrders))
  await copy(
    tx,
    'qr_codes',
    qrCodes.map(({ row }) => row),
  )
  await copy(tx, 'scans', makeScans(qrCodes, days, times, now))
}
