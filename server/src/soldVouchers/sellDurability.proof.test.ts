import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SoldVoucher } from '@our-print/contract/soldVouchers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser, buildVouchers } from '../../test/build.ts'
import { type ShopProcess, startShopProcess, withDatabase } from '../../test/processes/shopProcess.ts'
import { expectVoucherCountsMatchRows } from '../../test/voucherCounts.ts'

// Kills real processes: a voucher whose sale got its response must be stored, whatever is killed and when.

const admin = { email: 'admin@print.test', password: 'a long enough password' }
const workerCount = 12
const cost = 3
const gift = 1_000_000

let shop: ShopProcess
let token = ''
let group = ''
let buyers: string[] = []

beforeAll(async () => {
  shop = await startShopProcess(admin)
  token = await shop.signIn()
  await withDatabase(shop.databaseUrl(), async (db) => {
    const codes = Array.from({ length: 30_000 }, (_, index) => `POWER-${index}`)
    group = (await buildVouchers(db, { voucher_codes: codes, cost: cost * 100 })).id
    for (let n = 0; n < 8; n++) buyers.push((await buildUser(db)).id)
    await db`
      insert into coin_entries (user_id, delta, reason)
      select id, ${gift * 100}, 'Gift' from unnest(${buyers}::uuid[]) id`
  })
}, 120_000)
afterAll(() => shop.close())

type SaleReply = { status: number; body: SoldVoucher & { code?: string } }

async function buy(key: string, buyer: string): Promise<SaleReply> {
  const reply = await fetch(`${shop.url}/api/save-purchased-voucher/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Token ${token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ user_id: buyer, voucher_info_id: group }),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: reply.status, body: (await reply.json()) as SaleReply['body'] }
}

/** Sells concurrently until it is stopped; retries with the same key after a missing response. */
function startSales({ retries }: { retries: boolean }) {
  const acknowledged: SoldVoucher[] = []
  const unexpected: SaleReply[] = []
  const closing = new AbortController()

  async function sell(buyer: string): Promise<void> {
    for (const key = randomUUID(); ; ) {
      const saleReply = await buy(key, buyer).catch(() => undefined)
      if (saleReply?.status === 201) return void acknowledged.push(saleReply.body)
      const isTemporary =
        !saleReply || saleReply.status === 503 || saleReply.body.code === 'idempotency_key_in_use'
      if (!isTemporary) return void unexpected.push(saleReply)
      if (!retries) return
      await sleep(50)
    }
  }
  async function work(index: number): Promise<void> {
    while (!closing.signal.aborted) await sell(buyers[index % buyers.length] ?? '')
  }
  const workers = Array.from({ length: workerCount }, (_, index) => work(index))
  return {
    acknowledged,
    unexpected,
    /** Resolves when this number of further vouchers are sold. */
    sold: (more: number) => {
      const target = acknowledged.length + more
      return expect
        .poll(() => acknowledged.length, { timeout: 60_000, interval: 5 })
        .toBeGreaterThanOrEqual(target)
    },
    stop: () => {
      closing.abort()
    },
    done: () => Promise.all(workers),
  }
}

/** The sold vouchers in the database, compared with those that were acknowledged. */
const auditSales = (acknowledged: SoldVoucher[]) =>
  withDatabase(shop.databaseUrl(), async (db) => {
    const told = acknowledged.map(({ id, voucher_code }) => `${id} ${voucher_code}`)
    const [row] = await db<
      [{ purchases: number; kept: number; codes: number; lines: number; paid: number; assigned: number }]
    >`
      select count(*)::int as purchases, count(distinct p.voucher_code)::int as codes,
        count(*) filter (where p.id || ' ' || p.voucher_code = any(${told}))::int as kept,
        (select count(*)::int from vouchers where is_assigned) as assigned,
        (select count(*)::int from coin_entries where delta < 0) as lines,
        (select coalesce(sum(spent), 0) / 100 from coin_balances)::int as paid
      from purchased_vouchers p`
    await expectVoucherCountsMatchRows(db)
    const { purchases, codes, lines, paid, assigned, kept } = row
    // Codes, sold vouchers and coin entries must have the same number.
    expect({ codes, lines, assigned, paid }).toEqual({
      codes: purchases,
      lines: purchases,
      assigned: purchases,
      paid: purchases * cost,
    })
    return {
      acknowledged: new Set(told).size,
      lost: new Set(told).size - kept,
      doubled: told.length - new Set(acknowledged.map(({ voucher_code }) => voucher_code)).size,
      purchases,
    }
  })

type Found = Awaited<ReturnType<typeof auditSales>>

/** Prints the figures for the person who runs the test. */
const printFigures = (what: string, { acknowledged, lost, doubled }: Found) =>
  process.stdout.write(`${what}: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled\n`)

test('no sold voucher is lost or sold twice when the server, PostgreSQL or both are killed', async () => {
  const sales = startSales({ retries: true })
  await sales.sold(150)
  await shop.killServer()
  await shop.reopen()
  await sales.sold(150)
  // The server starts PostgreSQL again by itself.
  shop.killPostgres()
  await sales.sold(150)
  await shop.killAll()
  await shop.reopen()
  await sales.sold(150)
  sales.stop()
  await sales.done()
  const found = await auditSales(sales.acknowledged)
  printFigures('kill -9', found)
  expect(sales.unexpected).toEqual([])
  // Every request was retried until it got a response, so every sold voucher has one.
  expect(found).toEqual({
    acknowledged: sales.acknowledged.length,
    lost: 0,
    doubled: 0,
    purchases: sales.acknowledged.length,
  })
}, 120_000)

test('the same check finds a loss with asynchronous commits', async () => {
  await withDatabase(shop.superuserUrl(), async (db) => {
    await db`alter database our_print set synchronous_commit = off`
    // Nothing else flushes the WAL meanwhile.
    await db`alter system set wal_writer_delay = '10s'`
    await db`alter system set wal_writer_flush_after = '1GB'`
    await db`select pg_reload_conf()`
    await db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'our_print' and pid <> pg_backend_pid()`
  })
  const sales = startSales({ retries: false })
  await sales.sold(300)
  sales.stop()
  await shop.killAll()
  await sales.done()
  await shop.reopen()
  const found = await auditSales(sales.acknowledged)
  printFigures('kill -9 with synchronous_commit=off', found)
  expect(found.lost).toBeGreaterThan(0)
  expect(found.doubled).toBe(0)
}, 120_000)
