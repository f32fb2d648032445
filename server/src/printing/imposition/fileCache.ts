import { rm, stat } from 'node:fs/promises'

const defaults = { files: 20, bytes: 300_000_000, idleMs: 600_000 }

/** A few files that were made with effort, by the key of what they are made from. */
export interface FileCache {
  /** Calls `use` with the path of the file; `make` makes it, if it is not there. Callers at the same time share one making. */
  use<T>(key: string, make: () => Promise<string>, use: (path: string) => Promise<T>): Promise<T>
  clear(): Promise<void>
}

/**
 * Removes the files that were not used for the longest time, never one that is in use. `isLasting` tells which errors of a
 * making would come again, so they are kept as files are.
 */
export function createFileCache(
  isLasting: (error: unknown) => boolean,
  limits: Partial<typeof defaults> = {},
): FileCache {
  const { files, bytes, idleMs } = { ...defaults, ...limits }
  // In the sequence of their last use.
  const entries = new Map<string, Entry>()

  return {
    async use(key, make, use) {
      const entry = entries.get(key) ?? open(make)
      entries.delete(key)
      entries.set(key, entry)
      clearTimeout(entry.timer)
      entry.users += 1
      try {
        return await use(await entry.path)
      } catch (error) {
        if (entry.bytes === undefined && !isLasting(error) && entries.get(key) === entry) entries.delete(key)
        throw error
      } finally {
        entry.users -= 1
        if (entry.users === 0 && entries.get(key) === entry) {
          entry.timer = setTimeout(() => void remove(key, entry), idleMs).unref()
        }
        await trim()
      }
    },
    async clear() {
      for (const [key, entry] of entries) await remove(key, entry)
    },
  }

  function open(make: () => Promise<string>): Entry {
    const entry: Entry = { users: 0, bytes: undefined, timer: undefined, path: Promise.resolve('') }
    entry.path = make().then(async (path) => {
      entry.bytes = (await stat(path)).size
      return path
    })
    return entry
  }

  async function trim(): Promise<void> {
    for (const [key, entry] of entries) {
      if (entries.size <= files && total() <= bytes) return
      if (entry.users === 0) await remove(key, entry)
    }
  }

  function total(): number {
    return [...entries.values()].reduce((sum, entry) => sum + (entry.bytes ?? 0), 0)
  }

  async function remove(key: string, entry: Entry): Promise<void> {
    clearTimeout(entry.timer)
    if (entries.get(key) === entry) entries.delete(key)
    await entry.path.then(
      (path) => rm(path, { force: true }),
      () => undefined,
    )
  }
}

type Entry = {
  path: Promise<string>
  users: number
  bytes: number | undefined
  timer: NodeJS.Timeout | undefined
}
