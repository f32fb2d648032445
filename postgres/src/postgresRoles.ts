import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { writePrivate } from './postgresAccount.ts'
import type { Cluster } from './postgresCluster.ts'
import { randomSecret, superuserFile } from './postgresSecrets.ts'
import { StartError } from './startError.ts'

/** The address of the app's database for the role that owns it, which is no superuser. */
export const appUrl = (password: string, port: number) =>
  `postgres://our_print:${password}@127.0.0.1:${port}/our_print`

/**
 * Makes what the app needs: a role that may not touch the machine as the superuser can, and its database. Nothing
 * connects as the superuser once both are there.
 */
export async function prepareRoles(cluster: Cluster, port: number): Promise<void> {
  if (existsSync(join(cluster.home, superuserFile)) && (await answers(appUrl(cluster.password, port)))) return
  try {
    await asSuperuser(cluster, port, (sql) => makeRoleAndDatabase(sql, cluster.password))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`PostgreSQL in ${cluster.home} runs, but refuses us: ${reason}`)
  }
}

/** Whether a database answers at an address. */
export async function answers(url: string): Promise<boolean> {
  const sql = open(url)
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function makeRoleAndDatabase(sql: postgres.Sql, password: string): Promise<void> {
  const [role] = await sql`select from pg_roles where rolname = 'our_print'`
  // Tests and benchmarks make databases of their own. The password is hexadecimal, so it needs no quoting.
  const verb = role ? 'alter' : 'create'
  await sql.unsafe(`${verb} role our_print login createdb password '${password}'`)
  const [database] = await sql`select from pg_database where datname = 'our_print'`
  if (!database) await sql`create database our_print owner our_print`
}

async function asSuperuser(
  cluster: Cluster,
  port: number,
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const sql = open(superuserUrl(await superuserPassword(cluster, port), port))
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The superuser's own password. Versions before this one gave it the app's; here it is changed. */
async function superuserPassword({ home, password, account }: Cluster, port: number): Promise<string> {
  const file = join(home, superuserFile)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  // On disk before it is in force: a kill in between must not leave a password that nobody knows.
  const draft = `${file}.new`
  if (!existsSync(draft)) writePrivate(draft, randomSecret(), account)
  const own = readFileSync(draft, 'utf8').trim()
  if (!(await answers(superuserUrl(own, port)))) {
    const sql = open(superuserUrl(password, port))
    try {
      await sql.unsafe(`alter role postgres password '${own}'`)
    } finally {
      await sql.end({ timeout: 5 })
    }
  }
  renameSync(draft, file)
  return own
}

const superuserUrl = (password: string, port: number) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

const open = (url: string) => postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} })
