import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `node scripts/lockfile.ts` after adding a package. A registry mirror may lack the builds of other platforms;
// npm then silently leaves them out of package-lock.json, and `npm ci` refuses the file on every machine.

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))

interface Lock {
  packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>
}

/** Every optional dependency in a lockfile that has no entry in it. */
export function missingOptionals(lock: Lock): { name: string; version: string }[] {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name]) => !holders(path).some((holder) => join(holder, 'node_modules', name) in lock.packages),
      )
      .map(([name, range]) => ({ name, version: range.replace(/^[\^~]/, '') })),
  )
}

/** The folders whose node_modules Node searches for the imports of a package, nearest first. */
function holders(path: string): string[] {
  const parts = path.split('/node_modules/')
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/node_modules/')), '']
}

/** Adds the missing entries with the platform in their name, so that npm skips them on other platforms. */
export function addMissing(lock: Lock): number {
  const missing = missingOptionals(lock)
  for (const { name, version } of missing) {
    const words = name.split(/[-/.]/)
    const pick = (known: string[]) => known.filter((word) => words.includes(word))
    const entry = {
      version,
      cpu: pick(['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']),
      ...(words.includes('musl') || words.includes('musleabihf') ? { libc: ['musl'] } : {}),
      optional: true,
      os: pick(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']),
    }
    lock.packages[`node_modules/${name}`] = entry
  }
  const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries(sorted)
  return missing.length
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
  const added = addMissing(lock)
  if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${added} optional packages of other platforms added to package-lock.json`)
}
