import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface SqlFile {
  name: string
  text: string
  sha256: string
}

/** The migrations, in order: tables and what belongs to them. */
export const readMigrations = () => readFolder(new URL('../../../sql/migrations/', import.meta.url))

/** Functions, triggers and views, in the order in which they are applied: what others stand on has a 0 in front. */
export const readObjects = () => readFolder(new URL('../../../sql/objects/', import.meta.url))

async function readFolder(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
