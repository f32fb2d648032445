import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { OperatorError } from '../../base/operatorError.ts'

/**
 * The path of a new backup file. If the argument is an existing folder or ends in a slash, the file in it is named after the
 * time. Never creates a folder, so that a disk that is not mounted is noticed.
 */
export function chooseTarget(workingFolder: string, given: string, now: Date): string {
  const target = resolve(workingFolder, given)
  const isFolder = given.endsWith('/') || (existsSync(target) && statSync(target).isDirectory())
  const folder = isFolder ? target : dirname(target)
  if (!existsSync(folder)) throw new OperatorError(`There is no folder ${folder} to write the backup into`)
  if (!statSync(folder).isDirectory()) throw new OperatorError(`${folder} is no folder`)
  if (!isFolder) return target
  // For example 2026-03-09T181500Z: sorts by time; some file systems refuse colons.
  const time = now.toISOString().replaceAll(':', '').replace(/\.\d+/, '')
  return join(target, `our-print-${time}.tar`)
}

/** Refuses a target inside the shop's own folders: it would be lost with them, or be taken for one of their files. */
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
