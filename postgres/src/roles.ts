import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { writePrivate } from './account.ts'
import type { Cluster } from './cluster.ts'
import { randomSecret, superuserFile } from './secrets.ts'
import { SetupError } from './setupError.ts'

/** The address of the application's database, with the role that owns it. */
export const appUrl = (role: string, password: string, port: number) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${role}`

/**
 * Creates the application's role and database. The role is no superuser, so it has no access to files or programs of the
 * machine. Once both exist, nothing connects as the superuser.
 */
export async function prepareRoles(cluster: Cluster, role: string, port: number): Promise<void> {
  if (existsSync(join(cluster.home, superuserFile)) && (await answers(appUrl(role, cluster.password, port))))
    return
  try {
    await asSuperuser(cluster, port, (sql) => createRoleAndDatabase(sql, role, cluster.password))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SetupError(`PostgreSQL in ${cluster.home} runs, but refuses us: ${reason}`)
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

async function createRoleAndDatabase(sql: postgres.Sql, role: string, password: string): Promise<void> {
  const [existing] = await sql`select from pg_roles where rolname = ${role}`
  // createdb, because tests and benchmarks create databases. The password is hexadecimal and needs no quoting.
  const verb = existing ? 'alter' : 'create'
  await sql.unsafe(`${verb} role ${role} login createdb password '${password}'`)
  const [database] = await sql`select from pg_database where datname = ${role}`
  if (!database) await sql.unsafe(`create database ${role} owner ${role}`)
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

/** The superuser's password. In clusters of earlier versions it was the application's; this changes it. */
async function superuserPassword({ home, password, account }: Cluster, port: number): Promise<string> {
  const file = join(home, superuserFile)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  // Stored before it is set: if this process is killed in between, the next start knows the password.
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
