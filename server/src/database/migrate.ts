import { readdir, readFile } from 'node:fs/promises'
import type { Db, Pool, Transaction } from './db.ts'
import { toE164 } from './phones.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** The migrations' file names in order. */
export const migrationNames = async () =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/** What a migration says. */
export const readMigration = (name: string) => readFile(new URL(name, folder), 'utf8')

/** Does what a migration says, and what it needs done before it, in the transaction of the caller. */
export async function applyMigration(tx: Transaction, name: string): Promise<void> {
  await preparations[name]?.(tx)
  await tx.unsafe(await readMigration(name))
}

/** Where the names of applied migrations stand. */
export const makeMigrationsTable = (db: Db) => db`
  create table if not exists migrations (name text primary key, at timestamptz not null default now())`

/** One process at a time changes the schema; the others wait and find the work done. */
export const lockSchema = (tx: Transaction) =>
  tx`select pg_advisory_xact_lock(hashtext('our-print migrations'))`

/**
 * Brings the schema up to date, forward only: each new file once, in order, in a transaction of its own.
 * The advisory lock makes a second process wait; it then finds the work done. A killed one leaves whole files only.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const names = await migrationNames()
  const applied: string[] = []
  for (const name of names) {
    await pool.begin(async (tx) => {
      await lockSchema(tx)
      await makeMigrationsTable(tx)
      const [done] = await tx`select 1 from migrations where name = ${name}`
      if (done) return
      await applyMigration(tx, name)
      await tx`insert into migrations (name) values (${name})`
      applied.push(name)
    })
  }
  return applied
}

/** What a migration needs that SQL cannot work out: done before it, in its transaction. */
const preparations: Partial<Record<string, (tx: Transaction) => Promise<void>>> = {
  '0023_phones.sql': writePhoneSpellings,
}

const spellingsAtOnce = 5000

/** Every phone number in the database as it is written there, and in E.164 where it can be. */
async function writePhoneSpellings(tx: Transaction): Promise<void> {
  await tx`
    create temp table phone_spellings on commit drop as
    select spelling, null::text as e164 from (
      select mobile from users union select mobile from staff_users union select mobile from leads
      union select contact from clients union select contact ->> 'phone' from configurations) p (spelling)
    where spelling is not null`
  await tx`alter table phone_spellings add primary key (spelling)`
  for (let last = ''; ; ) {
    const rows = await tx<{ spelling: string }[]>`
      select spelling from phone_spellings where spelling > ${last} order by spelling limit ${spellingsAtOnce}`
    if (rows.length === 0) return
    last = rows.at(-1)?.spelling ?? ''
    const spellings = rows.map(({ spelling }) => spelling)
    const numbers = spellings.map((spelling) => toE164(spelling) ?? null)
    await tx`
      update phone_spellings p set e164 = n.e164
      from unnest(${spellings}::text[], ${numbers}::text[]) n (spelling, e164) where n.spelling = p.spelling`
  }
}

/** How many numbers could not be written in E.164 or are another customer's, for whoever starts the shop. */
export async function describePhones(pool: Pool): Promise<string[]> {
  const [{ doubles, others }] = await pool<[{ doubles: number; others: number }]>`
    select (select count(*)::int from users where double_of is not null) as doubles,
      (select count(*)::int from (
        select mobile from users where double_of is null union all select mobile from staff_users
        union all select contact from clients union all select mobile from leads) p (number)
        where number !~ '^[+][1-9][0-9]+$') as others`
  return [
    ...(doubles > 0
      ? [`Customers with the phone number of another one: ${doubles}. Their pages name the other one.`]
      : []),
    ...(others > 0
      ? [`Phone numbers that are kept as they were typed, as they cannot be right: ${others}`]
      : []),
  ]
}

/** Whether every migration of this version of the program has been applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const names = await migrationNames()
  const [row] = await pool<[{ applied: number }]>`
    select count(*)::int as applied from migrations where name = any(${names})`
  return row.applied === names.length
}

/** Tells the database in which zone the shop counts its days; counters by day are made anew when it changed. */
export async function setTimeZone(pool: Pool, timeZone: string): Promise<void> {
  await pool.begin(async (tx) => {
    const changed = await tx`
      update shop_clock set time_zone = ${timeZone} where time_zone <> ${timeZone} returning 1`
    if (changed.length > 0) await tx`select recount_orders(), recount_users(), recount_scans()`
  })
}
