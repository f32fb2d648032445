import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { leaveToOwnerOf } from '@our-print/postgres/dataFolder.ts'

/** The file of the key, where the setting SECRETS_KEY is not used. */
export const secretsKeyFile = 'secrets.key'

/**
 * Reads the key that encrypts secrets: the setting, or else a file of the data folder that only its owner may read. The file is
 * made when the first secret is kept; of several processes that make it at once one wins, and all use its key.
 */
export function createKeyReader(
  dataDir: string,
  setting?: string,
): (create: boolean) => Promise<string | undefined> {
  const path = join(dataDir, secretsKeyFile)
  let known = setting
  return async (create) => {
    known ??= await read(path)
    if (known === undefined && create) {
      await make(path, dataDir)
      known = await read(path)
    }
    return known
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

async function make(path: string, dataDir: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await file.sync()
    await leaveToOwnerOf(dataDir)(draft)
    // A link is made whole, and only once.
    await link(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    await file.close()
    await rm(draft)
  }
}
