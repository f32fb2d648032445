import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { OperatorError } from '../../base/operatorError.ts'

/** Where packages and installers put it, when it is not on the path. */
const usualPlaces = [
  '/usr/bin/soffice',
  '/usr/lib/libreoffice/program/soffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/snap/bin/libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]

/** The setting LIBREOFFICE: look for it, do not use it, or use this program. */
export type LibreOfficeSetting = { setting: string; searchPath: string }

/** The path of LibreOffice's program; undefined where it is not installed or switched off. */
export async function findLibreOffice({
  setting,
  searchPath,
}: LibreOfficeSetting): Promise<string | undefined> {
  if (setting === 'off') return undefined
  if (setting !== 'auto') {
    const program = await executable(setting)
    if (!program) throw new OperatorError(`LIBREOFFICE is ${setting}, which is no program`)
    return program
  }
  const onPath = searchPath.split(delimiter).filter((folder) => folder.startsWith('/'))
  for (const place of [...onPath.map((folder) => join(folder, 'soffice')), ...usualPlaces]) {
    const program = await executable(place)
    if (program) return program
  }
  return undefined
}

/** A folder may be entered, which is the same permission. */
async function executable(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile() ? await realpath(path) : undefined
  } catch {
    return undefined
  }
}
