import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Account, writePrivate } from './account.ts'
import type { Product } from './product.ts'
import { SetupError } from './setupError.ts'

// A cluster stores the path of the data folder that owns it. A cluster inside its data folder belongs to that folder,
// wherever the folder is moved or copied. Behind a symbolic link only the stored folder may use it, because a copied link
// leads to the same cluster.

/** Refuses a cluster outside the data folder that belongs to another data folder. */
export function refuseForeign(home: string, dataDir: string): void {
  const folder = realpathSync(dataDir)
  if (isInside(home, folder) || mayOwn(home, folder)) return
  const place = join(dataDir, 'postgres')
  throw new SetupError(
    `${place} is only a link to the database of ${readOwner(home) ?? 'another data folder'}, which a copy of that folder ` +
      `does not hold: after a move run 'rm ${place} && mv ${home} ${place}', for a second shop stop the first and run ` +
      `the same with 'cp -a' instead of 'mv'`,
  )
}

/** Stores that the cluster belongs to the data folder. The caller holds the cluster's lock. */
export function claim(
  home: string,
  dataDir: string,
  account: Account | undefined,
  { name, backupAdvice }: Product,
  log: (sentence: string) => void,
): void {
  const folder = realpathSync(dataDir)
  const owner = readOwner(home)
  if (!isInside(home, folder)) {
    log(
      `The database is in ${home}, and a copy of ${dataDir} does not hold it. To move it in, stop ${name} and run ` +
        `'rm ${join(dataDir, 'postgres')} && mv ${home} ${join(dataDir, 'postgres')}'`,
    )
  }
  if (owner === folder) return
  if (owner !== undefined) {
    // The folder it was copied from may be running on that port, with the same password.
    rmSync(join(home, 'port'), { force: true })
    if (existsSync(join(home, 'cluster', 'postmaster.pid'))) {
      log(
        `${dataDir} was copied from ${owner} while its database ran: only an atomic snapshot is whole, else ${backupAdvice}`,
      )
    }
  }
  writePrivate(join(home, 'owner'), folder, account)
}

const isInside = (home: string, folder: string) => home === join(folder, 'postgres')

function mayOwn(home: string, folder: string): boolean {
  const owner = readOwner(home)
  if (owner !== undefined) return owner === folder
  // Earlier versions stored no owner; their clusters outside the data folder have the hash of its path in their name.
  const hash = /^([0-9a-f]{8})-\d+$/.exec(basename(home))?.[1]
  return hash === undefined || hash === createHash('sha256').update(folder).digest('hex').slice(0, 8)
}

function readOwner(home: string): string | undefined {
  const file = join(home, 'owner')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
