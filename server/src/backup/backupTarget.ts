import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { OperatorError } from '../start/operatorError.ts'

/**
 * The file that a backup is written to. A folder that exists, or a name that ends in a slash, is a folder: the file in
 * it is named by the time. A folder is never made here: a disk that is not mounted would go unnoticed.
 */
export function chooseTarget(typedIn: string, given: string, now: Date): string {
  const target = resolve(typedIn, given)
  const isFolder = given.endsWith('/') || (existsSync(target) && statSync(target).isDirectory())
  const folder = isFolder ? target : dirname(target)
  if (!existsSync(folder)) throw new OperatorError(`There is no folder ${folder} to write the backup into`)
  if (!statSync(folder).isDirectory()) throw new OperatorError(`${folder} is no folder`)
  if (!isFolder) return target
  // As 2026-03-09T181500Z: sorted by time, and without colons, which some file systems refuse.
  const time = now.toISOString().replaceAll(':', '').replace(/\.\d+/, '')
  return join(target, `our-print-${time}.tar`)
}

/** What is lost with the shop's own folders is no backup, and what lies among its files might be taken for one. */
export function refuseInside(target: string, dataDir: string): void {
  const folder = realpathSync(dirname(target))
  for (const name of ['files', 'postgres', 'incoming']) {
    const own = join(dataDir, name)
    if (!existsSync(own) || !`${folder}${sep}`.startsWith(`${realpathSync(own)}${sep}`)) continue
    throw new OperatorError(
      `${own} holds the shop itself: write the backup somewhere else, best on another disk`,
    )
  }
}
