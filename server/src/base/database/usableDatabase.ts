import { OperatorError } from '../operatorError.ts'
import type { Db } from './db.ts'

type Facts = {
  name: string
  role: string
  server_version: string
  is_old: boolean
  encoding: string
  has_icu: boolean
  may_create: boolean
  may_extend: boolean
  has_trigrams: boolean
  /** A table that is called like one of ours, where there is no shop. */
  foreign_table: string | null
}

/**
 * Refuses in one sentence a database of DATABASE_URL in which no shop can be: docs/operations.md says what it must be. `tables`
 * are those that the first migration makes.
 */
export async function refuseUnusable(db: Db, tables: string[]): Promise<void> {
  const [facts] = await db<[Facts]>`
    select current_database() as name, current_user as role, current_setting('server_version') as server_version,
      current_setting('server_version_num')::int < 150000 as is_old, current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collname = 'und-x-icu') as has_icu,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      has_database_privilege(current_database(), 'create') or exists (
        select from pg_extension where extname = 'pg_trgm') as may_extend,
      exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
      (select min(relname) from pg_class
        where relnamespace = current_schema()::regnamespace and relname = any(${tables}::text[]) and not exists (
          select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'name')) as foreign_table`
  const wrong = whatIsWrong(facts)
  if (wrong) throw new OperatorError(`DATABASE_URL cannot be used: ${wrong}`)
}

function whatIsWrong(facts: Facts): string | undefined {
  const { name, role, server_version, encoding } = facts
  if (facts.is_old) return `it names PostgreSQL ${server_version}, and 15 or later is needed`
  if (encoding !== 'UTF8') return `the database ${name} is encoded as ${encoding}, and UTF8 is needed`
  if (!facts.has_icu) return 'PostgreSQL was built without ICU'
  if (!facts.has_trigrams) return 'PostgreSQL has no extension pg_trgm: install its contrib modules'
  if (!facts.may_create || !facts.may_extend)
    return `the role ${role} may not make tables in the database ${name}: it must own it`
  if (facts.foreign_table)
    return `the database ${name} has a table ${facts.foreign_table} of another program: give the shop a database of its own`
  return undefined
}
