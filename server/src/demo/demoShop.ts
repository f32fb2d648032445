import type { Ground } from '../app.ts'
import * as configurations from '../configurations/configurations.queries.ts'
import type { Transaction } from '../lib/db.ts'
import { hashPassword } from '../lib/password.ts'
import { randomPassword } from '../staff/firstAdmin.ts'
import { copy, withBareTables } from './bulkLoad.queries.ts'
import { coinsGiven } from './demoCoins.ts'
import { makeCustomers } from './demoCustomers.ts'
import { storeDocuments } from './demoFiles.ts'
import { makeLeads } from './demoLeads.ts'
import { makeOrders } from './demoOrders.ts'
import { sellPlans } from './demoPlans.ts'
import * as demoShop from './demoShop.queries.ts'
import { makeStaff } from './demoStaff.ts'

const daysOfBusiness = 120
const tables = ['users', 'orders', 'order_files', 'order_history', 'order_search', 'coin_entries']

const between = (least: number, wanted: number, most: number) =>
  Math.max(least, Math.min(most, Math.floor(wanted)))

type Wishes = { orders: number; now?: Date }
type Place = Pick<Ground, 'pool' | 'storage'>

/** Fills an empty shop with a believable one, the same on the same day; answers what to tell the person. */
export async function openDemoShop(
  { pool, storage }: Place,
  { orders, now = new Date() }: Wishes,
): Promise<string> {
  const nothingAdded = 'The shop is not empty, so the demo has added nothing to it.'
  if (!(await demoShop.isEmpty(pool))) return nothingAdded

  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const files = await storeDocuments(storage)
  const filled = await pool.begin(async (tx) => {
    await demoShop.waitForTurn(tx)
    if (!(await demoShop.isEmpty(tx))) return undefined
    const days = await demoShop.listDays(tx, now, daysOfBusiness)
    const [firstDay, today] = [days.at(0), days.at(-1)].map((day) => day?.starts ?? 0) as [number, number]
    const admin = await demoShop.findSuperAdmin(tx)
    const staff = makeStaff(between(6, orders / 5_000, 200), firstDay, passwordHash)
    const customers = makeCustomers(between(60, orders / 10, 100_000), firstDay, today)
    const configuration = await configurations.get(tx)
    const { plans, sold, pay } = sellPlans(customers, days)
    const people = { admin, staff: staff.map(({ id }) => id), customers }

    await copy(tx, 'staff_users', staff)
    await copy(tx, 'subscription_plans', plans)
    await withBareTables(tx, tables, async () => {
      const rows = customers.map(({ row }) => row)
      await copy(tx, 'users', rows)
      const shop = { ...people, days, now: now.getTime(), files, configuration, pay }
      await copyOrders(tx, makeOrders(orders, shop), orders)
      await copy(tx, 'coin_entries', coinsGiven(customers, admin, today))
      // Only now is known how many pages the orders used.
      await copy(tx, 'user_subscription_plans', sold)
      await copy(tx, 'leads', makeLeads(days, people))
      await demoShop.indexAndCount(tx)
    })
    return { emails: staff.map(({ email }) => email), customers: customers.length }
  })
  if (!filled) return nothingAdded
  await demoShop.settle(pool, tables)
  return describe(orders, filled.emails, filled.customers, password)
}

const batchSize = 2_000
const progressStep = 100_000

/** In batches, since four tables cannot be copied into at once, and a million orders need not be in memory. */
async function copyOrders(
  tx: Transaction,
  orders: ReturnType<typeof makeOrders>,
  count: number,
): Promise<void> {
  let batch: Made[] = []
  let made = 0
  for (const order of orders) {
    batch.push(order)
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
  await copy(
    tx,
    'coin_entries',
    batch.flatMap((made) => made.coins),
  )
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
