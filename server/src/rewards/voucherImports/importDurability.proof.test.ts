import { randomUUID } from 'node:crypto'
import type { VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from '../../../test/build.ts'
import { expectFiguresMatchRows } from '../../../test/figures.ts'
import {
  listUnfinishedUploads,
  type ShopProcess,
  startShopProcess,
  withDatabase,
} from '../../../test/processes/shopProcess.ts'

// Kills real processes: a file must be imported completely or not at all, whatever is killed and when.

const admin = { email: 'admin@print.test', password: 'a long enough password' }
const count = 100_000
const file = `voucher_code\n${Array.from({ length: count }, (_, index) => `CUT-${index}`).join('\n')}\n`

let shop: ShopProcess
let token = ''
let client = ''

beforeAll(async () => {
  shop = await startShopProcess(admin)
  token = await shop.signIn()
  client = (await withDatabase(shop.databaseUrl(), (db) => buildClient(db))).id
})
afterAll(() => shop.close())

async function upload(key: string): Promise<{ status: number; body: VoucherImport }> {
  const form = new FormData()
  form.append('file', new Blob([file]), 'codes.csv')
  const reply = await fetch(`${shop.url}/api/upload_vouchers/?client_id=${client}&expiry_date=2099-12-31`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'idempotency-key': key },
    body: form,
  })
  return { status: reply.status, body: (await reply.json()) as VoucherImport }
}

/** Waits until a statement that starts like this is running. */
const untilRunning = (statement: string) =>
  withDatabase(shop.databaseUrl(), (db) =>
    expect
      .poll(
        async () => {
          const [row] = await db<[{ running: number }]>`
            select count(*)::int as running from pg_stat_activity
            where state = 'active' and pid <> pg_backend_pid() and ltrim(query, E' \n') ilike ${`${statement}%`}`
          return row.running
        },
        { interval: 2 },
      )
      .toBe(1),
  )

/** The stored parts of the import: its codes, their groups, its report. */
const found = () =>
  withDatabase(shop.databaseUrl(), async (db) => {
    await expectFiguresMatchRows(db)
    const [row] = await db<[{ codes: number; groups: number; imports: number }]>`
      select (select count(*)::int from vouchers) as codes, (select count(*)::int from voucher_infos) as groups,
        (select count(*)::int from voucher_imports) as imports`
    return row
  })

const kills = [
  { what: 'the server while it copies the lines', at: 'copy uploaded_codes', kill: () => shop.killServer() },
  {
    what: 'the server while the codes are inserted',
    at: 'insert into vouchers',
    kill: () => shop.killServer(),
  },
  { what: 'both while the codes are inserted', at: 'insert into vouchers', kill: () => shop.killAll() },
]

test.each(kills)('killing $what leaves nothing of the file', async ({ at, kill }) => {
  const key = randomUUID()
  const cut = upload(key).catch(() => undefined)
  await untilRunning(at)
  await kill()
  expect(await cut).toBeUndefined()
  await shop.reopen()
  expect(await found()).toEqual({ codes: 0, groups: 0, imports: 0 })
  expect(await listUnfinishedUploads(shop.dataDir)).toEqual([])
})

test('the same file with the same key is then imported, once', async () => {
  const key = randomUUID()
  const cut = upload(key).catch(() => undefined)
  await untilRunning('insert into vouchers')
  // The server keeps running, starts PostgreSQL again, and reports the failure.
  shop.killPostgres()
  expect((await cut)?.status).toBeGreaterThanOrEqual(500)
  const again = () => upload(key).catch(() => ({ status: 0, body: undefined }))
  await expect.poll(async () => (await again()).status, { interval: 200 }).toBe(200)
  const { body } = await again()
  expect(body).toMatchObject({ imported: count, skipped_count: 0 })
  expect(await found()).toEqual({ codes: count, groups: 1, imports: 1 })
})
