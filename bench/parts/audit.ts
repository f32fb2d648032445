import { connect, type Pool } from '../../server/src/database/db.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { dropDatabase } from '../../server/test/dropDatabase.ts'
import { milliseconds } from '../report/format.ts'
import { addAuditEntries } from '../seed/auditSeed.ts'
import { databaseAt } from '../seed/databases.ts'
import { lookup } from '../targets.ts'
import { type Bench, inShop, type OpenShop, quantile, type Row, type Section } from './part.ts'

const times = 15
const entries = 10_000_000
const name = 'audit_bench'

/** The first page of each filter of the audit, with its exact count, at ten million entries. */
export async function measureAudit(bench: Bench): Promise<Section> {
  const home = connect(bench.postgresUrl, { max: 1 })
  const url = databaseAt(bench.postgresUrl, name)
  const db = connect(url, { max: 1 })
  try {
    await dropDatabase(home, name)
    await home`create database ${home(name)}`
    await migrate(db)
    const actors = await addAuditEntries(db, entries, bench.say)
    await db`update staff_users set is_superuser = true where id = ${actors[0] ?? ''}`
    return {
      about: `${entries.toLocaleString('en')} entries of 1,000 days, by twenty people about twenty kinds of records; most are of a few. One client asks for the first page of each filter, with its exact count; beside it a page of no entries.`,
      rows: await inShop(bench, url, (shop) => measureFilters(shop, actors)),
    }
  } finally {
    await db.end()
    await dropDatabase(home, name)
    await home.end()
  }
}

async function measureFilters(shop: OpenShop, actors: string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [work, query] of Object.entries(await filtersOf(shop.db, actors))) {
    await timed(shop, query)
    const [ours, none]: [number[], number[]] = [[], []]
    for (let n = 0; n < times; n++) {
      ours.push(await timed(shop, query))
      none.push(await timed(shop, `entity_id=${actors[0]}`))
    }
    const p50 = quantile(0.5, ours)
    rows.push({
      work: `audit: ${work}`,
      measured: `p50 ${milliseconds(p50)}`,
      beside: `${(p50 / quantile(0.5, none)).toFixed(1)} of a page without entries`,
      target: `≤ ${lookup} ms`,
      isKept: p50 <= lookup,
    })
  }
  return rows
}

async function filtersOf(db: Pool, actors: string[]): Promise<Record<string, string>> {
  const [entry] = await db<[{ entity_id: string; request_id: string }]>`
    select entity_id, request_id from audit_entries order by at offset 1000 limit 1`
  const [often, seldom] = [actors[0], actors[19]]
  const days = 'from_date=2024-05-03&to_date=2026-08-17'
  return {
    'no filter': '',
    'a common kind of record': 'entity=orders',
    'a rare kind of record': 'entity=configurations',
    'a person who writes often': `actor=${often}`,
    'a person who writes seldom': `actor=${seldom}`,
    'a person and a kind of record': `actor=${seldom}&entity=configurations`,
    'a person, a kind of record and a rare action': `actor=${often}&entity=orders&action=delete`,
    'a common action': 'action=insert',
    'a rare action': 'action=delete',
    'one record': `entity_id=${entry.entity_id}`,
    'one request': `request_id=${entry.request_id}`,
    days,
    'one day of a person': `actor=${seldom}&from_date=2026-03-03&to_date=2026-03-03`,
    'days of a person and a kind of record': `actor=${often}&entity=leads&${days}`,
  }
}

async function timed({ server, headers }: OpenShop, query: string): Promise<number> {
  const since = performance.now()
  const reply = await fetch(`${server.url}/api/audit/?limit=10&${query}`, { headers })
  if (!reply.ok) throw new Error(`${query}: ${reply.status}`)
  await reply.text()
  return performance.now() - since
}
