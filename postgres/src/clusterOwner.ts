import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Account, writePrivate } from './postgresAccount.ts'
import { StartError } from './startError.ts'

// Each cluster names the data folder that owns it. Inside of its folder it belongs to it wherever that is moved or
// copied to; behind a link only the folder that is named may use it, since a copied link leads to the same cluster.

/** Refuses a cluster that stands outside of the data folder and belongs to another one. */
export function refuseForeign(home: string, dataDir: string): void {
  const folder = realpathSync(dataDir)
  if (isInside(home, folder) || mayOwn(home, folder)) return
  const place = join(dataDir, 'postgres')
  throw new StartError(
    `${place} is only a link to the database of ${readOwner(home) ?? 'another data folder'}, which a copy of that folder ` +
      `does not hold: after a move run 'rm ${place} && mv ${home} ${place}', for a second shop stop the first and run ` +
      `the same with 'cp -a' instead of 'mv'`,
  )
}

/** Writes down that the cluster belongs to the data folder. For the holder of its lock. */
export function claim(
  home: string,
  dataDir: string,
  account: Account | undefined,
  log: (sentence: string) => void,
): void {
  const folder = realpathSync(dataDir)
  const owner = readOwner(home)
  if (!isInside(home, folder)) {
    log(
      `The database is in ${home}, and a copy of ${dataDir} does not hold it. To move it in, stop Our Print and run ` +
        `'rm ${join(dataDir, 'postgres')} && mv ${home} ${join(dataDir, 'postgres')}'`,
    )
  }
  if (owner === folder) return
  if (owner !== undefined) {
    // The folder it was copied from may be served on that port, with the same password.
    rmSync(join(home, 'port'), { force: true })
    if (existsSync(join(home, 'cluster', 'postmaster.pid'))) {
      log(
        `${dataDir} was copied from ${owner} while its database ran: only an atomic snapshot is whole, else use npm run backup`,
      )
    }
  }
  writePrivate(join(home, 'owner'), folder, account)
}

const isInside = (home: string, folder: string) => home === join(folder, 'postgres')

function mayOwn(home: string, folder: string): boolean {
  const owner = readOwner(home)
  if (owner !== undefined) return owner === folder
  // Versions before this one named a cluster that they put elsewhere after its data folder.
  const made = /^([0-9a-f]{8})-\d+$/.exec(basename(home))?.[1]
  return made === undefined || made === createHash('sha256').update(folder).digest('hex').slice(0, 8)
}

function readOwner(home: string): string | undefined {
  const file = join(home, 'owner')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
