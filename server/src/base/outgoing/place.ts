import { readFileSync, realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Pool } from '../database/db.ts'
import { conflict } from '../http/problem.ts'
import * as places from './places.queries.ts'

/** Where this process runs. Whatever talks to a machine outside asks it first. See docs/decisions/044-a-copy-asks-first.md. */
export interface Place {
  /** Whether a person has said what the shop is here, or it was never anywhere else. */
  isKnown(): Promise<boolean>
  /** Whether this is the shop, not a copy of it. */
  isShop(): Promise<boolean>
  /** Refuses what a person asks for until the place is known. */
  check(): Promise<void>
}

type Where = {
  dataDir: string
  /** The folder of the embedded database, or the servers and name in DATABASE_URL. */
  embedded?: string | undefined
  servers: string
  s3: { endpoint: string | undefined; bucket: string } | undefined
}

/** A place where everything may go out. */
export const knownPlace: Place = {
  isKnown: async () => true,
  isShop: async () => true,
  check: async () => {},
}

/** What identifies a place: a copied folder, a loaded dump and a second database server have other values. */
export async function readPlace(pool: Pool, { dataDir, embedded, servers, s3 }: Where): Promise<places.Here> {
  if (embedded) {
    const identity = `${machineId()} ${folderIdentity(join(embedded, 'cluster'))}`
    return { identity, folder: embedded, name: `${realpathSync(dataDir)} on ${hostname()}` }
  }
  const files = s3 ? `${s3.endpoint ?? ''}/${s3.bucket}` : folderIdentity(join(dataDir, 'files'))
  const identity = `${servers} ${await places.databaseIdentity(pool)} ${files}`
  return {
    identity,
    folder: '',
    name: `the database at ${servers}, the files in ${s3 ? s3.bucket : dataDir}`,
  }
}

/** Moving a folder on its disk keeps its number and its birth; a copy gets new ones. */
function folderIdentity(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true })
  return `${ino}-${birthtimeNs}`
}

/** Empty in a container, which is known by its folder alone. */
function machineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Notes that the shop runs here. */
export async function enterPlace(pool: Pool, here: places.Here): Promise<Place> {
  const id = await places.enter(pool, here, (folder) => isGone(folder, here.folder))
  let wasKnown = false
  const place: Place = {
    async isKnown() {
      // What was said once stays so.
      wasKnown ||= (await places.meaningOf(pool, id)) !== null
      return wasKnown
    },
    isShop: async () => (await places.meaningOf(pool, id)) === 'shop',
    async check() {
      if (await place.isKnown()) return
      throw conflict(
        'The shop was started in a new place. Until a super admin says whether it moved there or is a copy, it talks to no printer and calls no webhook.',
        'unknown_place',
      )
    },
  }
  return place
}

/** Whether there is no database in a folder any more, or it is another path of the same folder. */
function isGone(folder: string, here: string): boolean {
  const cluster = statSync(join(folder, 'cluster'), { throwIfNoEntry: false })
  const own = statSync(join(here, 'cluster'), { throwIfNoEntry: false })
  return !cluster || (cluster.ino === own?.ino && cluster.dev === own.dev)
}
