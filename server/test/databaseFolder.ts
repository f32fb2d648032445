import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { availableMemory, kill, pid } from 'node:process'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
const prefix = 'our-print-test-'
/** Bytes that must be free there: five times what the unit, API and page tests had at most. */
const needed = 1024 ** 3

/**
 * A new folder for the database of tests, in memory where there is room: a clone of the template has 1,500 files, which take
 * 0.07 s there and up to a second on a disk (2026-11-28). Whoever makes it removes it.
 */
export function makeDatabaseFolder(): Promise<string> {
  return mkdtemp(join(hasRoom() ? memory : tmpdir(), `${prefix}${pid}-`))
}

function hasRoom(): boolean {
  try {
    for (const name of readdirSync(memory)) if (isLeft(name)) remove(name)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= needed && availableMemory() >= 4 * needed
  } catch {
    // Not on Linux.
    return false
  }
}

/** Whether a killed run left it: it would hold memory until the machine starts again. */
function isLeft(name: string): boolean {
  if (!name.startsWith(prefix)) return false
  try {
    return !kill(Number.parseInt(name.slice(prefix.length), 10), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function remove(name: string): void {
  try {
    rmSync(join(memory, name), { recursive: true, force: true })
  } catch {
    // It is another user's.
  }
}
