import { fileRemoved } from './problem.ts'

/** A file whose bytes may be gone; then it has no storage key any more. */
export type Removable = { name: string; removed_at: string | null }

/** Refuses a file whose bytes are gone. */
export function refuseRemoved<T extends Removable>(file: T): T {
  if (file.removed_at !== null) throw fileRemoved(file.name, file.removed_at)
  return file
}
