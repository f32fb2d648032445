import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PurchasedVoucher } from '@our-print/contract/soldVouchers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser, buildVouchers } from '../../test/build.ts'
import {
  type ShopProcess as KillableShop,
  startShopProcess as openKillableShop,
  withDatabase,
} from '../../test/shopProcess.ts'
import { expectVoucherCountsMatchRows as expectCountsToAddUp } from '../../test/voucherCounts.ts'

// A voucher that a customer was told to have is theirs, whatever is killed and when. Real processes, real kills.

const admin = { email: 'admin@print.test', password: 'a long enough password' }
const clerks = 12
const cost = 3
const gift = 1_000_000

let shop: KillableShop
let token = ''
let group = ''
let buyers: string[] = []

beforeAll(async () => {
  shop = await openKillableShop(admin)
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

type Answer = { status: number; body: PurchasedVoucher & { code?: string } }

async function buy(key: string, buyer: string): Promise<Answer> {
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
  return { status: reply.status, body: (await reply.json()) as Answer['body'] }
}

/** Clerks who sell until they are told to stop, and ask again with the same key whatever had no answer. */
function openCounter({ retries }: { retries: boolean }) {
  const acknowledged: PurchasedVoucher[] = []
  const unexpected: Answer[] = []
  const closing = new AbortController()

  async function sell(buyer: string): Promise<void> {
    for (const key = randomUUID(); ; ) {
      const answer = await buy(key, buyer).catch(() => undefined)
      if (answer?.status === 201) return void acknowledged.push(answer.body)
      const mayGoWell = !answer || answer.status === 503 || answer.body.code === 'idempotency_key_in_use'
      if (!mayGoWell) return void unexpected.push(answer)
      if (!retries) return
      await sleep(50)
    }
  }
  async function work(index: number): Promise<void> {
    while (!closing.signal.aborted) await sell(buyers[index % buyers.length] ?? '')
  }
  const clerksAtWork = Array.from({ length: clerks }, (_, index) => work(index))
  return {
    acknowledged,
    unexpected,
    /** Resolves when so many more have been sold. */
    sold: (more: number) => {
      const enough = acknowledged.length + more
      return expect
        .poll(() => acknowledged.length, { timeout: 60_000, interval: 5 })
        .toBeGreaterThanOrEqual(enough)
    },
    stop: () => {
      closing.abort()
    },
    done: () => Promise.all(clerksAtWork),
  }
}

/** What the database holds of purchases, and of those that were acknowledged. */
const account = (acknowledged: PurchasedVoucher[]) =>
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
    await expectCountsToAddUp(db)
    const { purchases, codes, lines, paid, assigned, kept } = row
    // Code, purchase and coins: each of them as often as the others.
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

type Found = Awaited<ReturnType<typeof account>>

/** The figures are what whoever runs this wants to see. */
const tell = (what: string, { acknowledged, lost, doubled }: Found) =>
  process.stdout.write(`${what}: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled\n`)

test('through kills of the server, of PostgreSQL and of both, nothing sold is lost or sold twice', async () => {
  const counter = openCounter({ retries: true })
  await counter.sold(150)
  await shop.killServer()
  await shop.reopen()
  await counter.sold(150)
  // The server starts it again by itself.
  shop.killPostgres()
  await counter.sold(150)
  await shop.killAll()
  await shop.reopen()
  await counter.sold(150)
  counter.stop()
  await counter.done()
  const found = await account(counter.acknowledged)
  tell('kill -9', found)
  expect(counter.unexpected).toEqual([])
  // Every request was asked until it was answered, so no purchase is there without its answer either.
  expect(found).toEqual({
    acknowledged: counter.acknowledged.length,
    lost: 0,
    doubled: 0,
    purchases: counter.acknowledged.length,
  })
}, 120_000)

test('the same count sees a loss where commits are not waited for', async () => {
  await withDatabase(shop.superuserUrl(), async (db) => {
    await db`alter database our_print set synchronous_commit = off`
    // Nor does anybody else write the log meanwhile.
    await db`alter system set wal_writer_delay = '10s'`
    await db`alter system set wal_writer_flush_after = '1GB'`
    await db`select pg_reload_conf()`
    await db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'our_print' and pid <> pg_backend_pid()`
  })
  const counter = openCounter({ retries: false })
  await counter.sold(300)
  counter.stop()
  await shop.killAll()
  await counter.done()
  await shop.reopen()
  const found = await account(counter.acknowledged)
  tell('kill -9 with synchronous_commit=off', found)
  expect(found.lost).toBeGreaterThan(0)
  expect(found.doubled).toBe(0)
}, 120_000)
