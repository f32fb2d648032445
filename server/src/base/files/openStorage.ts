import { join } from 'node:path'
import { openFolderStorage } from './folderStorage.ts'
import type { S3Settings, Storage } from './storage.ts'

/**
 * Opens the S3 bucket of the settings, or the folder `files` in the data folder. A bucket that cannot be used just now is told
 * in a sentence.
 */
export async function openStorage(
  { dataDir, s3 }: { dataDir: string; s3?: S3Settings | undefined },
  warn: (sentence: string) => void = () => {},
): Promise<Storage> {
  if (!s3) return openFolderStorage(join(dataDir, 'files'))
  // Imported only if needed, because the S3 client costs memory and start time.
  const { openS3Storage } = await import('./s3Storage.ts')
  return openS3Storage(s3, warn)
}
