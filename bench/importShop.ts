import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { pipeline } from 'node:stream/promises'
import { codeAlphabet } from '@our-print/contract/vouchers.ts'
import { connect, type Pool } from '../server/src/database/db.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { dropDatabase } from '../server/test/dropDatabase.ts'
import { openSession } from './openSession.ts'
import { type Server, startOurs } from './servers.ts'

// The files and databases of the benchmark of imports (voucherImport.ts).

export const lastDay = '2099-12-31'
export const listPath = '/api/get-voucher/'
const templateName = 'import_template'

export type ImportOptions = {
  /** The URL of a running PostgreSQL; the benchmark makes databases of its own and drops them. */
  postgresUrl: string
  folder: string
  /** Of our server. */
  port: number
  codes: number
  rounds: number
  /** The file has the columns voucher_detail and cost too. */
  details: boolean
}

/** Writes a file of random codes, once. */
export async function writeCodes({ folder, codes, details }: ImportOptions): Promise<string> {
  const path = `${folder}/codes-${codes}${details ? '-details' : ''}.csv`
  if (existsSync(path)) return path
  const lines = [details ? 'voucher_code,voucher_detail,cost' : 'voucher_code']
  for (let n = 0; n < codes; n++) {
    const code = Array.from(randomBytes(12), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('')
    lines.push(details ? `${code},Gift card no. ${n % 5},${n % 5}0.50` : code)
  }
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

export type Shop = { db: Pool; server: Server; token: string; client: string }

const firstClient = (db: Pool) => db<[{ id: string }]>`select id from clients order by name limit 1`

/** Makes a migrated database with a few vouchers to list, and the rows for the bare COPY, in the sequence of the file. */
export async function prepareTemplate({ postgresUrl, folder }: ImportOptions, file: string): Promise<string> {
  await dropTemplate(postgresUrl)
  const home = connect(postgresUrl, { max: 1 })
  await home`create database ${home(templateName)}`
  await home.end()
  const db = connect(at(postgresUrl, templateName), { max: 1 })
  await migrate(db)
  await db`
    insert into clients (name, contact, joined_on, client_type, address)
    select 'Company ' || n, '9800000000', '2026-01-01', 1,
      '{"city": "Pune", "state": "Maharashtra", "country": "India", "pincode": "411001"}'
    from generate_series(1, 20) n`
  await db`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    select id, 'Listed', 100, ${lastDay}, false from clients`
  await db`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select id, client_id, 'LISTED' || n from voucher_infos, generate_series(1, 500) n`
  const [client] = await firstClient(db)
  const groups = await db<{ id: string }[]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    select ${client.id}, 'Copied ' || n, 100, ${lastDay}, false from generate_series(1, 5) n returning id`
  await db`vacuum (analyze)`
  await db.end()
  const ids = groups.map(({ id }) => `${id}\t${client.id}\t`)
  const copyFile = `${folder}/copied.tsv`
  await pipeline(copyRows(file, ids), createWriteStream(copyFile))
  return copyFile
}

/** The lines of COPY's text format. With details there is a group for each of the five kinds, else one. */
async function* copyRows(file: string, groups: string[]): AsyncGenerator<string> {
  const kinds = file.includes('details') ? groups : groups.slice(0, 1)
  let line = -1
  let rows = ''
  for await (const text of createInterface({ input: createReadStream(file) })) {
    if (++line > 0) rows += `${kinds[(line - 1) % kinds.length]}${text.split(',')[0]}\n`
    if (rows.length < 65_536) continue
    yield rows
    rows = ''
  }
  yield rows
}

export async function dropTemplate(postgresUrl: string): Promise<void> {
  const home = connect(postgresUrl, { max: 1 })
  await dropDatabase(home, templateName)
  await home.end()
}

function at(postgresUrl: string, database: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Starts our server on a copy of the template, which is dropped afterwards. */
export async function inFreshShop<T>(
  { postgresUrl, folder, port }: ImportOptions,
  work: (shop: Shop) => Promise<T>,
): Promise<T> {
  const name = 'import_run'
  const home = connect(postgresUrl, { max: 1 })
  await dropDatabase(home, name)
  await home.unsafe(`create database ${name} template ${templateName}`)
  const url = at(postgresUrl, name)
  const server = await startOurs(url, port, `${folder}/server`)
  const db = connect(url, { max: 2 })
  try {
    const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
    const [client] = await firstClient(db)
    const shop = { db, server, token: await openSession(db, admin.id), client: client.id }
    for (let n = 0; n < 300; n++) await readList(shop)
    return await work(shop)
  } finally {
    await db.end()
    await server.stop()
    await dropDatabase(home, name)
    await home.end()
  }
}

async function readList({ server, token }: Shop): Promise<void> {
  const reply = await fetch(server.url + listPath, { headers: { authorization: `Token ${token}` } })
  if (!reply.ok) throw new Error(`${reply.status} for the list`)
  await reply.arrayBuffer()
}
