import { statfs } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { isDatabaseAway, type Pool } from '../database/db.ts'
import { diskFull, type Problem } from '../http/problem.ts'
import { StorageFull } from './storedFile.ts'

/** Knows whether there is room to write, on every disk of this machine that the shop writes to. */
export interface DiskWatch {
  /** Refuses an upload with 507 where it would not leave the reserve; `bytes` is how long it says it is. */
  refuseUpload(bytes: number): Promise<void>
  /** Refuses any other write with 507 where so little is left that PostgreSQL itself could fail. */
  refuseWrite(): Promise<void>
  /** What a failed request is to be told: a write that met a database which is down for a full disk hears that. */
  explain(error: unknown, request: FastifyRequest): Promise<unknown>
  /** Why nothing can be saved, in a sentence; undefined where all is well. */
  reason(): Promise<string | undefined>
}

type Watched = {
  /** Folders on the disks that are written to. */
  folders: string[]
  /** This much stays free of uploads; a quarter of it is for the database's own work. Nothing is refused ahead at 0. */
  reserveMb: number
  /** Whether our own PostgreSQL is down since its disk is full. */
  isDatabaseFull?: () => boolean
  pool?: Pool
}

const megabyte = 1024 * 1024
/** Without room for the next segment of its log PostgreSQL goes down. */
const logSegment = 16 * megabyte
/** So long is a look at the disks believed. */
const cachedMs = 1_000
/** A file is received on one disk and then stored, maybe on the same one. */
const copies = 2

const fullSoon =
  'The disk of the server is almost full, so no files can be taken at the moment. Everything else works.'

/** The refusal that an error of a file, the database or the storage means where it has no room left. */
export const ofFullDisk = (error: unknown): Problem | undefined =>
  isDiskFull(error) ? diskFull() : undefined

// 53100 is a full disk, 53000 and 53400 are limits of the same kind; 53200 and 53300 are memory and connections.
const fullCodes = new Set(['53100', '53000', '53400'])
const fullWords = /no space left on device|disk quota exceeded/i

function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageFull) return true
  if (error instanceof postgres.PostgresError)
    return fullCodes.has(error.code) || fullWords.test(error.message)
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
}

export function createDiskWatch({ folders, reserveMb, isDatabaseFull, pool }: Watched): DiskWatch {
  let looked: { at: number; free: Promise<number> } | undefined
  // The database said that it is full, and has not yet shown that it no longer is.
  let saidFull = false
  const reserve = reserveMb * megabyte

  const free = () => {
    const now = Date.now()
    if (!looked || now - looked.at > cachedMs || now < looked.at)
      looked = { at: now, free: leastFree(folders) }
    return looked.free
  }
  const isFull = async (least = 0) =>
    isDatabaseFull?.() === true || (await free()) < Math.max(reserve / 4, least)

  return {
    async refuseUpload(bytes) {
      if (await isFull()) throw diskFull()
      if (reserve > 0 && (await free()) - bytes * copies < reserve) throw diskFull(fullSoon)
    },

    async refuseWrite() {
      if (await isFull()) throw diskFull()
    },

    async explain(error, request) {
      if (isDiskFull(error)) saidFull = true
      if (!isDatabaseAway(error) || isRead(request)) return error
      // What was seen a second ago may be from before the disk was full.
      looked = undefined
      return (await isFull(logSegment)) ? diskFull() : error
    },

    async reason() {
      if (await isFull()) return diskFull().message
      if ((await free()) < reserve) return fullSoon
      if (saidFull && pool) saidFull = !(await canGrow(pool))
      return saidFull ? diskFull().message : undefined
    },
  }
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Watches nothing: for a server that is put together without its disks. */
export const noDiskWatch = createDiskWatch({ folders: [], reserveMb: 0 })

async function leastFree(folders: string[]): Promise<number> {
  const all = folders.map(async (folder) => {
    try {
      const { bavail, bsize, files, ffree } = await statfs(folder)
      // Where files can run out, without room for one more nothing can be written.
      return files > 0 && ffree === 0 ? 0 : bavail * bsize
    } catch {
      // A folder that is gone, or may not be looked at, says nothing; writing to it will.
      return Number.POSITIVE_INFINITY
    }
  })
  return Math.min(Number.POSITIVE_INFINITY, ...(await Promise.all(all)))
}

/** The folder of a database on this machine, where we may know it. */
export async function databaseFolder(pool: Pool, hosts: string): Promise<string | undefined> {
  const isHere = hosts.split(',').every((host) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host))
  if (!isHere) return undefined
  const rows = await pool<{ folder: string }[]>`select current_setting('data_directory') as folder`.catch(
    // Only a privileged role may ask.
    () => [],
  )
  return rows[0]?.folder
}

/** Whether the database has room for another megabyte; nothing of it stays. */
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
