import { median } from './compare.ts'
import type { Row } from './page.ts'
import type { Bench, Shop } from './shop.ts'

/** Of the speed of the bare insert, at least. */
const target = 0.8
const rounds = 3

/** A file of codes uploaded and imported, beside one statement that inserts the same number of codes into the same table. */
export async function measureImport(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  const count = Math.min(200_000, bench.orders * 10)
  const { rows } = await shop.db.query<{ client: string; group: string }>(`
    with c as (
      insert into clients (name, contact, joined_on, client_type, address)
      values ('Company', '9800000000', '2026-01-01', 1,
        '{"city": "Pune", "state": "Maharashtra", "country": "India", "pincode": "411001"}') returning id)
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    select id, 'Coffee', 100, '2099-12-31', false from c returning client_id as client, id as group`)
  const [ids] = rows
  if (!ids) throw new Error('No company was added')
  const seconds: { bare: number; ours: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const codesOf = (letter: string) =>
      Array.from({ length: count }, (_, n) => `${letter}${(round * count + n).toString(36).toUpperCase()}Z`)
    seconds.push({
      bare: await timed(() => insertBare(shop, ids, codesOf('B'))),
      ours: await timed(() => upload(shop, ids.client, codesOf('U'))),
    })
  }
  const ratio = median(seconds.map(({ bare, ours }) => bare / ours))
  return [
    {
      work: `${count.toLocaleString('en')} codes`,
      measured: `${ratio.toFixed(2)} (${median(seconds.map(({ ours }) => ours)).toFixed(1)} s)`,
      target: `≥ ${target}`,
      isKept: ratio >= target,
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

const insertBare = ({ db }: Shop, ids: { client: string; group: string }, codes: string[]) =>
  db.query(
    'insert into vouchers (voucher_info_id, client_id, voucher_code) select $1, $2, unnest($3::text[])',
    [ids.group, ids.client, codes],
  )

async function upload({ ours, headers }: Shop, client: string, codes: string[]): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([['voucher_code', ...codes].join('\n')]), 'codes.csv')
  const url = `${ours.url}/api/upload_vouchers/?client_id=${client}&expiry_date=2099-12-31`
  const reply = await fetch(url, { method: 'POST', headers, body: form })
  const answer = (await reply.json()) as { skipped_count?: number }
  if (reply.status !== 200 || answer.skipped_count !== 0)
    throw new Error(`${reply.status}: ${JSON.stringify(answer).slice(0, 500)}`)
}
