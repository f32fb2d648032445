import { statfs } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { isDatabaseUnavailable, type Pool } from '../database/db.ts'
import { diskFull, type Problem } from '../http/problem.ts'
import { StorageFull } from './storedFile.ts'

/** Checks the free space of every disk of this machine that the shop writes to. */
export interface DiskWatch {
  /** Refuses an upload with 507 if it would not leave the reserve free; `bytes` is its announced length. */
  refuseUpload(bytes: number): Promise<void>
  /** Refuses any other write with 507 if so little is free that PostgreSQL itself could fail. */
  refuseWrite(): Promise<void>
  /** The error to respond with: disk full, if a write failed because the database is down for that reason. */
  explain(error: unknown, request: FastifyRequest): Promise<unknown>
  /** A sentence that says why nothing, or no file, can be saved; undefined if all is well. */
  reason(): Promise<string | undefined>
}

type Watched = {
  /** Folders on the disks that are written to. */
  folders: string[]
  /** Uploads leave this much free, other writes a quarter of it, for the database itself. 0 refuses nothing in advance. */
  reserveMb: number
  /** Whether the embedded PostgreSQL is down because its disk is full. */
  isDatabaseFull?: () => boolean
  pool?: Pool
}

const megabyte = 1024 * 1024
/** PostgreSQL stops when the next WAL segment does not fit. */
const walSegment = 16 * megabyte
/** How long a measurement is reused. */
const cachedMs = 1_000
/** An upload is received in one file and then stored in another, perhaps on the same disk. */
const copies = 2

const nearlyFullMessage =
  'The disk of the server is almost full, so no files can be taken at the moment. Everything else works.'

/** The problem to respond with if an error of a file, the database or the storage means a full disk. */
export const asDiskFull = (error: unknown): Problem | undefined =>
  isDiskFull(error) ? diskFull() : undefined

// 53100 is a full disk, 53000 and 53400 are limits of the same kind; 53200 and 53300 are memory and connections.
const diskFullCodes = new Set(['53100', '53000', '53400'])
const diskFullMessage = /no space left on device|disk quota exceeded/i

function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageFull) return true
  if (error instanceof postgres.PostgresError)
    return diskFullCodes.has(error.code) || diskFullMessage.test(error.message)
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
}

export function createDiskWatch({ folders, reserveMb, isDatabaseFull, pool }: Watched): DiskWatch {
  let measured: { at: number; free: Promise<number> } | undefined
  // The database has reported a full disk, and no test write has succeeded since.
  let reportedFull = false
  const reserve = reserveMb * megabyte

  const free = () => {
    const now = Date.now()
    if (!measured || now - measured.at > cachedMs || now < measured.at)
      measured = { at: now, free: minFree(folders) }
    return measured.free
  }
  const isFull = async (least = 0) =>
    isDatabaseFull?.() === true || (await free()) < Math.max(reserve / 4, least)

  return {
    async refuseUpload(bytes) {
      if (await isFull()) throw diskFull()
      if (reserve > 0 && (await free()) - bytes * copies < reserve) throw diskFull(nearlyFullMessage)
    },

    async refuseWrite() {
      if (await isFull()) throw diskFull()
    },

    async explain(error, request) {
      if (isDiskFull(error)) reportedFull = true
      if (!isDatabaseUnavailable(error) || isRead(request)) return error
      // The cached measurement may be older than the full disk.
      measured = undefined
      return (await isFull(walSegment)) ? diskFull() : error
    },

    async reason() {
      if (await isFull()) return diskFull().message
      if ((await free()) < reserve) return nearlyFullMessage
      if (reportedFull && pool) reportedFull = !(await canGrow(pool))
      return reportedFull ? diskFull().message : undefined
    },
  }
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Checks nothing; for an app that is built without its disks, as in tests. */
export const noDiskWatch = createDiskWatch({ folders: [], reserveMb: 0 })

async function minFree(folders: string[]): Promise<number> {
  const all = folders.map(async (folder) => {
    try {
      const { bavail, bsize, files, ffree } = await statfs(folder)
      // Without a free inode nothing can be written, however much space is left.
      return files > 0 && ffree === 0 ? 0 : bavail * bsize
    } catch {
      // A missing or unreadable folder is not measured; writing to it fails with its own error.
      return Number.POSITIVE_INFINITY
    }
  })
  return Math.min(Number.POSITIVE_INFINITY, ...(await Promise.all(all)))
}

/** The data folder of a database on this machine, if its role may read it. */
export async function databaseFolder(pool: Pool, hosts: string): Promise<string | undefined> {
  const isHere = hosts.split(',').every((host) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host))
  if (!isHere) return undefined
  const rows = await pool<{ folder: string }[]>`select current_setting('data_directory') as folder`.catch(
    // Only privileged roles may read this setting.
    () => [],
  )
  return rows[0]?.folder
}

/** Whether the database can write another megabyte, which is dropped at commit. */
async function canGrow(pool: Pool): Promise<boolean> {
  try {
    await pool.begin(async (tx) => {
      await tx`
        create temp table disk_probe on commit drop as
        select n, repeat('x', 1000) as filling from generate_series(1, 1000) n`
    })
    return true
  } catch (error) {
    return !isDiskFull(error)
  }
}
