import { appendFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/app/start/embeddedDatabase.ts'
import { connect, type Pool } from '../src/base/database/db.ts'
import { migrate } from '../src/base/database/migrate.ts'
import { atDatabase, withoutDurability } from './globalSetup.ts'
import { fillLargeTables } from './largeTables.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of PostgreSQL's log, with the plan of every statement as one JSON line. */
    planLog: string
    /** A database like the template with thousands of rows in each large table. */
    largeUrl: string
  }
}

const settings = `
session_preload_libraries = 'auto_explain'
log_destination = 'jsonlog'
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_timing = off
auto_explain.log_nested_statements = on
auto_explain.log_format = json
autovacuum = off
`

/** Starts an embedded PostgreSQL that logs the executed plan of each statement (auto_explain). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'our-print-plans-'))
  const start = () => startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: withoutDurability })
  const first = await start()
  await prepare(first.url, 'our_print_plans')
  // Filled before plans are logged, because logging takes longer than the inserts.
  await prepare(first.url, 'our_print_large', fillLargeTables)
  await first.stop()
  const written = readdirSync(first.where, { recursive: true, encoding: 'utf8' })
  const file = written.find((name) => basename(name) === 'postgresql.conf')
  appendFileSync(join(first.where, file ?? ''), settings)
  const postgres = await start()
  project.provide('templateUrl', atDatabase(postgres.url, 'our_print_plans'))
  project.provide('largeUrl', atDatabase(postgres.url, 'our_print_large'))
  project.provide('planLog', join(postgres.where, 'log'))
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(serverUrl: string, name: string, fill?: (db: Pool) => Promise<void>): Promise<void> {
  const admin = connect(serverUrl, { max: 1 })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const db = connect(atDatabase(serverUrl, name), { max: 1 })
  await migrate(db)
  await fill?.(db)
  await db.end()
}
