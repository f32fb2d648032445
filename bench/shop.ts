import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { superuserFile } from '@our-print/postgres/testing.ts'
import pg from 'pg'
import type { Instruments } from './compare.ts'
import { postmasterOf } from './processor.ts'
import { fill, seedVersion } from './seed.ts'
import { type Server, startLimit, startProduct } from './servers.ts'

/** A seeded database with the product and the limit running on it. What is written there is thrown away. */
export type Shop = { db: pg.Pool; ours: Server; limit: Server; headers: Record<string, string>; url: string }

export type Options = {
  /** Where the product is that is measured. */
  checkout: string
  /** For databases, logs and files. */
  folder: string
  /** The running PostgreSQL: as its owner, and the folder with the superuser's password. */
  postgres: { url: string; where: string }
  say: (sentence: string) => void
}

/** What a part of the benchmark is given. */
export type Bench = Options &
  Instruments & {
    orders: number
    /** Whether the product of another checkout is measured. */
    isOther: boolean
    /** The shop of so many orders, opened once in a run. */
    open: (orders: number) => Promise<Shop>
  }

/** Opens shops, and closes them all at the end. */
export async function openShops(options: Options) {
  const { checkout, folder, postgres, say } = options
  const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const asSuperuser = new URL(postgres.url)
  asSuperuser.username = 'postgres'
  asSuperuser.password = readFileSync(join(postgres.where, superuserFile), 'utf8').trim()
  const home = connect(at(asSuperuser.href, 'postgres'))
  const { rows } = await home.query<{ pid: number; version: string }>(
    "select pg_backend_pid() as pid, current_setting('server_version') as version",
  )
  const create = async (name: string, template: string) => {
    await home.query(`drop database if exists ${name} with (force)`)
    await home.query(`create database ${name} template ${template} strategy file_copy owner our_print`)
    return at(postgres.url, name)
  }

  // The product itself makes the tables, so a checkout with other files of the schema can be measured too.
  let empty: string | undefined
  const fingerprint = async () => {
    const url = await create('bench_empty', 'template0')
    const server = await startProduct(checkout, url, join(folder, 'empty'))
    await server.stop()
    const db = connect(url)
    const found = await db.query<{ hash: string }>(schemaHash)
    await db.end()
    return found.rows[0]?.hash ?? ''
  }
  const seeded = async (orders: number) => {
    empty ??= await fingerprint()
    const name = `bench_${orders}_${seedVersion}_${empty}`
    const known = await home.query(
      "select 1 from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = 'whole'",
      [name],
    )
    if (known.rows.length > 0) return name
    const db = connect(await create(name, 'bench_empty'))
    await fill(db, orders, say)
    await db.end()
    await home.query(`comment on database ${name} is 'whole'`)
    return name
  }

  const shops = new Map<number, Promise<Shop>>()
  const openShop = async (orders: number): Promise<Shop> => {
    const name = `bench_run_${orders}`
    const url = await create(name, await seeded(orders))
    const ours = await startProduct(checkout, url, join(folder, name))
    // As the superuser, who may switch triggers off.
    const limit = await startLimit(checkout, at(asSuperuser.href, name), ours.url)
    const db = connect(url)
    const token = randomBytes(32).toString('base64url')
    await db.query(
      `insert into sessions (token_hash, staff_user)
      select sha256($1::text::bytea), id from staff_users where is_superuser limit 1`,
      [token],
    )
    const headers = { authorization: `Token ${token}` }
    await sayItMoved(ours.url, headers)
    return { db, ours, limit, headers, url }
  }
  return {
    postmaster: postmasterOf(rows[0]?.pid ?? Number.NaN),
    version: rows[0]?.version ?? '',
    open: (orders: number) => {
      const shop = shops.get(orders) ?? openShop(orders)
      shops.set(orders, shop)
      return shop
    },
    close: async () => {
      for (const [orders, opening] of shops) {
        // One that could not be opened has failed its part already.
        const shop = await opening.catch(() => undefined)
        if (shop) await Promise.all([shop.db.end(), shop.ours.stop(), shop.limit.stop()])
        await home.query(`drop database if exists bench_run_${orders} with (force)`)
      }
      await home.end()
    },
  }
}

/**
 * A copied database asks what it is in its new place: every screen would begin with that question, which no shop shows day by
 * day. Older checkouts do not ask.
 */
async function sayItMoved(url: string, headers: Record<string, string>): Promise<void> {
  const reply = await fetch(`${url}/api/place/answer/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ meaning: 'shop' }),
  })
  await reply.arrayBuffer()
}

/** One connection. Where its database is dropped, PostgreSQL may end it before it has said goodbye. */
const connect = (connectionString: string) => new pg.Pool({ connectionString, max: 1 }).on('error', () => {})

const schemaHash = `
  select left(md5(string_agg(part, ',' order by part collate "C")), 8) as hash from (
    select table_name || ' ' || column_name || ' ' || data_type from information_schema.columns
      where table_schema = 'public'
    union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public') parts (part)`
