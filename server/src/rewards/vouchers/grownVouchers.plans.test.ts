import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildUser } from '../../../test/build.ts'
import { type Read, readsOf } from '../../../test/plans.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

const rowsRead = (reads: Read[], table: string) =>
  reads.filter((read) => read.table === table).reduce((sum, { rows }) => sum + rows, 0)
const rowsCompared = (reads: Read[]) => Math.max(0, ...reads.map(({ removedByJoin }) => removedByJoin))

async function buildGroup(codes: number, sold: number) {
  const client = await buildClient(api.db)
  const [group] = await api.db<[{ id: string }]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    values (${client.id}, 'Coffee', 0, current_date + 300, false) returning id`
  await api.db`
    insert into vouchers (voucher_info_id, client_id, voucher_code, is_assigned)
    select ${group.id}, ${client.id}, 'CODE' || n, n <= ${sold} from generate_series(1, ${codes}::int) n`
  return { client: client.id, group: group.id }
}

const sell = (user_id: string, voucher_info_id: string) =>
  admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id })

async function upload(client: string, from: number, lines: number) {
  const codes = Array.from({ length: lines }, (_, n) => `UP${String(from + n).padStart(8, '0')}`)
  const form = new FormData()
  form.append('file', new Blob([['voucher_code', ...codes].join('\n')]), 'codes.csv')
  const reply = await admin.upload(`/api/upload_vouchers/?client_id=${client}&expiry_date=2099-12-31`, form)
  expect(reply.statusCode).toBe(200)
  return reply.json<{ imported: number }>().imported
}

test('an import reads existing codes once, also with statistics of an almost empty table', async () => {
  const { id: client } = await buildClient(api.db)
  await buildGroup(1, 0)
  await api.db`analyze vouchers`
  for (const [from, lines, imported] of [
    [0, 900, 900],
    [0, 900, 0],
    [450, 900, 450],
    // A short file for a company with many codes: only the codes of its lines are read.
    [1_340, 20, 10],
  ] as const) {
    const reads = await readsOf(api.db, async () => expect(await upload(client, from, lines)).toBe(imported))
    // Foreign keys and the audit trigger read one row per line; no join compares all lines with all codes.
    expect(rowsCompared(reads)).toBeLessThanOrEqual(lines)
    expect(rowsRead(reads, 'vouchers')).toBeLessThanOrEqual(lines * 3)
  }
})

test('a large import updates the statistics of the planner at once', async () => {
  const { id: client } = await buildClient(api.db)
  const rows = async () => {
    const [row] = await api.db<[{ rows: number }]>`
      select reltuples::int as rows from pg_class where oid = 'vouchers'::regclass`
    return row.rows
  }
  const before = await rows()
  await upload(client, 0, 2_000)
  expect((await rows()) - before).toBeGreaterThan(1_500)
})

test('a sale reads a few codes, and a refusal none, however many codes were sold', async () => {
  const { group: soldOut } = await buildGroup(20_000, 20_000)
  const { group: nearlySoldOut } = await buildGroup(5_000, 4_990)
  // Most codes are available, so a plan that reads all of them seems cheap.
  await buildGroup(40_000, 0)
  const { id } = await buildUser(api.db)
  for (const statistics of ['of empty days', 'true ones']) {
    if (statistics === 'true ones') await api.db`vacuum (analyze)`
    for (const [group, status, most] of [
      [soldOut, 409, 0],
      [nobody, 404, 0],
      [nearlySoldOut, 201, 5],
    ] as const) {
      let reply: Awaited<ReturnType<typeof sell>> | undefined
      const reads = await readsOf(api.db, async () => {
        reply = await sell(id, group)
      })
      expect(reply?.statusCode).toBe(status)
      expect({ statistics, group, rowsRead: rowsRead(reads, 'vouchers') <= most }).toMatchObject({
        rowsRead: true,
      })
    }
  }
})
