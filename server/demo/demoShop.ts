import type { Transaction } from '../src/base/database/db.ts'
import type { Resources } from '../src/base/http/dependencies.ts'
import type { LinkTools } from '../src/customer/orderPage/orderLinks.queries.ts'
import { hashPassword } from '../src/people/session/password.ts'
import { randomPassword } from '../src/people/staff/firstAdmin.ts'
import * as configurations from '../src/shop/configurations/configurations.queries.ts'
import { copy, withBareTables } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { collectCash } from './demoCash.queries.ts'
import { coinsGiven } from './demoCoins.ts'
import { makeCompanies } from './demoCompanies.ts'
import { makeCoupons } from './demoCoupons.ts'
import { makeCustomers } from './demoCustomers.ts'
import { openDesk } from './demoDesk.queries.ts'
import { storeDocuments } from './demoFiles.ts'
import { storeImages } from './demoImages.ts'
import { chooseCompanies } from './demoInvoices.queries.ts'
import { invoiceCompanies } from './demoInvoices.ts'
import { makeLeads } from './demoLeads.ts'
import { shareOrders } from './demoLinks.queries.ts'
import { tellCustomers } from './demoMessages.queries.ts'
import { makeOrders } from './demoOrders.ts'
import { openPayments } from './demoPayments.queries.ts'
import { sellPlans } from './demoPlans.ts'
import { makePrinters } from './demoPrinters.ts'
import { queueNewest } from './demoPrintJobs.queries.ts'
import { advanceCounters, openProduction } from './demoProduction.queries.ts'
import { type FirstOrder, makeReferrals } from './demoReferrals.ts'
import { copyRewards, rewardTables } from './demoRewards.ts'
import * as demoShop from './demoShop.queries.ts'
import type { CoinLine } from './demoSoldVouchers.ts'
import { makeStaff } from './demoStaff.ts'
import { importBankStatement } from './demoStatement.queries.ts'

const daysOfBusiness = 120
const tables = [
  'users',
  'orders',
  'order_files',
  'order_history',
  'order_search',
  'customer_search',
  'customer_addresses',
  'coin_entries',
  ...rewardTables,
]

// In a big shop only the first customers, who order most, buy vouchers: their balances are kept in memory.
const maxBuyers = 2_000

const clamp = (least: number, wanted: number, most: number) =>
  Math.max(least, Math.min(most, Math.floor(wanted)))

/** `share`: with what links for customers are made. Their codes are random, so tests that compare two shops go without. */
type DemoOptions = { orders: number; now?: Date; share?: LinkTools }
type Dependencies = Pick<Resources, 'pool' | 'storage'>

/** Fills an empty shop with realistic data, the same on the same day. Returns a message for the person. */
export async function openDemoShop(
  { pool, storage }: Dependencies,
  { orders, now = new Date(), share }: DemoOptions,
): Promise<string> {
  const nothingAdded = 'The shop is not empty, so the demo has added nothing to it.'
  if (!(await demoShop.isEmpty(pool))) return nothingAdded

  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const files = await storeDocuments(storage)
  const images = await storeImages(storage, now.getTime() - (daysOfBusiness + 1) * 24 * hour)
  const filled = await pool.begin(async (tx) => {
    await demoShop.acquireLock(tx)
    if (!(await demoShop.isEmpty(tx))) return undefined
    const days = await demoShop.listDays(tx, now, daysOfBusiness)
    const [firstDay, today] = [days.at(0), days.at(-1)].map((day) => day?.starts ?? 0) as [number, number]
    const admin = await demoShop.findSuperAdmin(tx)
    const staff = makeStaff(clamp(6, orders / 5_000, 200), firstDay, passwordHash)
    const customers = makeCustomers(clamp(60, orders / 10, 100_000), firstDay, today)
    const configuration = await configurations.get(tx)
    const { plans, sold, pay } = sellPlans(customers, days)
    const people = { admin, staff: staff.map(({ id }) => id), customers }
    const companies = makeCompanies(days)
    const { coupons, use: useCoupon } = makeCoupons(days)

    await copy(tx, 'staff_users', staff)
    await copy(tx, 'subscription_plans', plans)
    await copy(
      tx,
      'clients',
      companies.map(({ row }) => row),
    )
    const invoiced: string[] = []
    await copy(tx, 'printers', makePrinters(days, now.getTime()))
    await withBareTables(tx, tables, async () => {
      const rows = customers.map(({ row }) => row)
      await copy(tx, 'users', rows)
      const moment = now.getTime()
      const payers = companies.slice(0, 2).map(({ row }) => row.id)
      const shop = { ...people, days, now: moment, files, configuration, pay, useCoupon, payers }
      const buyers = new Set(customers.slice(0, maxBuyers).map(({ row }) => row.id))
      const coins: CoinLine[] = []
      const firsts: FirstOrder[] = []
      await copyOrders(tx, makeOrders(orders, shop), orders, (made) => {
        coins.push(...made.coins.filter(({ user_id }) => buyers.has(user_id)))
        if (made.first) firsts.push(made.first)
      })
      const given = coinsGiven(customers, admin, today)
      await copy(tx, 'coin_entries', given)
      // After the orders: only now are the used pages, the discounts and the balances known.
      await copy(tx, 'user_subscription_plans', sold)
      await copy(tx, 'coupons', coupons)
      const claims = configuration.claims_per_referral
      const brought = makeReferrals(firsts, { customers, admin, claims, now: moment })
      await copy(tx, 'referrals', brought.referrals)
      await copy(tx, 'referrers', brought.referrers)
      await copy(tx, 'referral_claims', brought.claims)
      const rewards = { orders, days, now: moment, admin, companies, images, coins: [...coins, ...given] }
      await copyRewards(tx, rewards)
      await copy(tx, 'leads', makeLeads(days, { ...people, company: companies.at(-1) }))
      invoiced.push(...(await chooseCompanies(tx, 2)))
      await demoShop.indexAndCount(tx)
    })
    await openProduction(tx, admin)
    await invoiceCompanies(tx, invoiced, admin)
    if (admin) await queueNewest(tx, admin)
    if (admin) await openPayments(tx, admin)
    await advanceCounters(tx)
    await openDesk(tx, { admin, now, files })
    await tellCustomers(tx, now)
    if (admin) await collectCash(tx, { admin, staff: people.staff })
    if (admin) await importBankStatement(tx, admin)
    return { emails: staff.map(({ email }) => email), customers: customers.length }
  })
  if (!filled) {
    await storage.remove(Object.values(images).map(({ storage_key }) => storage_key))
    return nothingAdded
  }
  if (share) await shareOrders(pool, share)
  await demoShop.analyze(pool, tables)
  return describe(orders, filled.emails, filled.customers, password)
}

const batchSize = 2_000
const progressStep = 100_000

/** In batches: a connection cannot copy into four tables at once, and a million orders should not be in memory. */
async function copyOrders(
  tx: Transaction,
  orders: ReturnType<typeof makeOrders>,
  count: number,
  onOrder: (made: Made) => void,
): Promise<void> {
  let batch: Made[] = []
  let made = 0
  for (const order of orders) {
    batch.push(order)
    onOrder(order)
    made++
    if (batch.length < batchSize && made < count) continue
    await copyBatch(tx, batch)
    batch = []
    if (made % progressStep === 0)
      report(`${made.toLocaleString('en')} of ${count.toLocaleString('en')} orders made`)
  }
  if (count >= progressStep) report('Now building the indexes')
}

type Made = ReturnType<typeof makeOrders> extends Generator<infer T> ? T : never

async function copyBatch(tx: Transaction, batch: Made[]): Promise<void> {
  const orders = batch.map(({ order }) => order)
  const files = batch.flatMap((made) => made.files)
  const history = batch.flatMap((made) => made.history)
  await copy(tx, 'orders', orders)
  await copy(tx, 'order_files', files)
  await copy(tx, 'order_history', history)
  const coins = batch.flatMap((made) => made.coins)
  const uses = batch.flatMap(({ coupon }) => coupon ?? [])
  await copy(tx, 'coin_entries', coins)
  await copy(tx, 'coupon_uses', uses)
}

const report = (line: string) => console.log(`  Demo shop: ${line}`)

function describe(orders: number, emails: string[], customers: number, password: string): string {
  const shown = emails.slice(0, 6).join(', ')
  const others = emails.length > 6 ? ` and ${emails.length - 6} others` : ''
  const [o, c] = [orders, customers].map((count) => count.toLocaleString('en'))
  return (
    `The demo shop is filled: ${o} orders of ${c} customers, and ${emails.length} delivery staff, ` +
    `who sign in as ${shown}${others}, all with the password ${password} (shown this once).`
  )
}
