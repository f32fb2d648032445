import { connect, type Pool } from '../../server/src/database/db.ts'
import type { Instruments } from '../compare.ts'
import { openSession } from '../openSession.ts'
import { type Server, startOurs } from '../servers.ts'

/** One row of a part's table. */
export type Row = {
  /** Also the heading of its note in docs/performance-notes.md. */
  work: string
  measured: string
  /** The ratio, and what it is compared with. */
  beside?: string
  target?: string
  /** Whether the target is reached; undefined where there is none. */
  isKept?: boolean
}

export type Section = {
  /** Short sentences: what is measured, and beside what. */
  about: string
  rows: Row[]
}

/** A benchmark of its own beside the works. */
export type Part = { name: string; title: string; measure: (bench: Bench) => Promise<Section> }

/** What a run gives to its parts. */
export type Bench = Instruments & {
  /** The PostgreSQL of the run. */
  postgresUrl: string
  /** A folder for files of the run. */
  folder: string
  /** Nobody else uses this port and the next nine. */
  port: number
  /** Sizes of the shop in orders, smallest first. */
  sizes: number[]
  /** The URL of the seeded database of this size; it must be left as it is. */
  seeded: (orders: number) => Promise<string>
  say: (sentence: string) => void
}

export type OpenShop = { db: Pool; server: Server; token: string; headers: Record<string, string> }

/** Starts our server on a database, with the session of a super admin. All requests come from one address. */
export async function inShop<T>(
  { port, folder }: Bench,
  databaseUrl: string,
  work: (shop: OpenShop) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const db = connect(databaseUrl, { max: 2 })
  try {
    const [admin] = await db<[{ id: string }]>`select id from staff_users where is_superuser limit 1`
    const token = await openSession(db, admin.id)
    const server = await startOurs(databaseUrl, port, `${folder}server`, {
      PUBLIC_RATE_LIMIT: '100000000',
      ...settings,
    })
    try {
      return await work({ db, server, token, headers: { authorization: `Token ${token}` } })
    } finally {
      await server.stop()
    }
  } finally {
    await db.end()
  }
}

/** The value below which this part of the values lies. */
export function quantile(part: number, ...lists: (number[] | undefined)[]): number {
  const all = lists.flatMap((list) => list ?? []).toSorted((a, b) => a - b)
  return all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN
}
