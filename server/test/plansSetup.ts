import { appendFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/lib/db.ts'
import { startEmbeddedPostgres } from '../src/lib/embeddedPostgres.ts'
import { migrate } from '../src/lib/migrate.ts'
import { atDatabase } from './globalSetup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of PostgreSQL's log, which has the plan of every statement, one JSON a line. */
    planLog: string
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

/** A PostgreSQL of its own, always the embedded one, that writes down the plan of each statement as it was run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'our-print-plans-'))
  const first = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  await first.stop()
  const written = readdirSync(first.where, { recursive: true, encoding: 'utf8' })
  const file = written.find((name) => basename(name) === 'postgresql.conf')
  appendFileSync(join(first.where, file ?? ''), settings)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  const template = 'our_print_plans'
  const admin = connect(postgres.url, { max: 1 })
  await admin.unsafe(`create database ${template}`)
  await admin.end()
  const pool = connect(atDatabase(postgres.url, template), { max: 1 })
  await migrate(pool)
  await pool.end()
  project.provide('templateUrl', atDatabase(postgres.url, template))
  project.provide('planLog', join(postgres.where, 'log'))
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
