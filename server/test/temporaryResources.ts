import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { connect, type Db } from '../src/base/database/db.ts'
import { openStorage } from '../src/base/files/openStorage.ts'
import { dropDatabase } from './dropDatabase.ts'
import { atDatabase } from './globalSetup.ts'

/** Creates databases and folders on request and removes them after the test file. */
export function useTemporaryResources() {
  const databases: string[] = []
  const folders: string[] = []
  const asAdmin = async (statement: string) => {
    const admin = connect(atDatabase(inject('templateUrl'), 'postgres'), { max: 1 })
    await admin.unsafe(statement)
    await admin.end()
  }
  afterAll(async () => {
    const admin = connect(atDatabase(inject('templateUrl'), 'postgres'), { max: 1 })
    for (const name of databases) await dropDatabase(admin, name)
    await admin.end()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  return {
    /** An empty database or a clone of the migrated template, without connections. */
    async database({ migrated = false } = {}): Promise<string> {
      const template = new URL(inject('templateUrl')).pathname.slice(1)
      const name = `${template}_${randomBytes(4).toString('hex')}`
      databases.push(name)
      await asAdmin(`create database ${name} ${migrated ? `template ${template}` : ''}`)
      await asAdmin(`alter database ${name} set synchronous_commit to off`)
      return atDatabase(inject('templateUrl'), name)
    },
    async folder(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'our-print-temporary-'))
      folders.push(folder)
      return folder
    },
    async storage() {
      return openStorage({ dataDir: await this.folder(), s3: undefined })
    },
  }
}

/** Every row of every table as text, sorted, to compare two shops. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const lines = await db<{ line: string }[]>`select t::text as line from ${db(name)} t order by 1`
    rows[name] = lines.map(({ line }) => line)
  }
  return rows
}

/** The schema as text, from the catalog: constraints, indexes, triggers, columns, functions. */
export const schemaOf = (db: Db) => db<{ what: string; is: string }[]>`
  select conrelid::regclass || ' ' || conname as what, pg_get_constraintdef(oid) || convalidated::text as is
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select attrelid::regclass || '.' || attname, format_type(atttypid, atttypmod) || attnotnull::text || attidentity::text || attgenerated::text
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped
  union all select p.oid::regprocedure::text, prosrc from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1, 2`
