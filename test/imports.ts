import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** One file's import of another, or of a package; a type import is gone when the program runs. */
export type Arrow = { from: string; to: string; isPackage: boolean; isType: boolean }

const folders = ['contract/src', 'postgres/src', 'server/src', 'server/demo', 'web/src']
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|js|jsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** Every source file of the product, tests apart, by its path from the root. */
export const sourceFiles = folders
  .flatMap(filesIn)
  .filter((file) => !isTest(file))
  .toSorted()

/** Every test, those of the browser too. */
export const testFiles = [...folders, 'server/test', 'test', 'e2e']
  .flatMap(filesIn)
  .filter((file) => isTest(file) || file.startsWith('e2e/'))
  .toSorted()

/** The files of the benchmark, which is no part of the product but keeps its limits of size. */
export const benchFiles = filesIn('bench').toSorted()

export const read = (file: string) => readFileSync(join(root, file), 'utf8')

const pattern =
  /^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

/** Every import of code, found by one regular expression over formatted code. */
export const arrows: Arrow[] = sourceFiles.flatMap((from) =>
  [...read(from).matchAll(pattern)].flatMap(([, type, named, bare, lazy]) => {
    const name = named ?? bare ?? lazy ?? ''
    // Data, such as the version in package.json.
    if (name.endsWith('.json')) return []
    const to = resolve(from, name)
    return [{ from, to: to ?? name, isPackage: to === undefined, isType: type !== undefined }]
  }),
)

export function resolve(from: string, name: string): string | undefined {
  const workspace = /^@our-print\/(\w+)\/(.+)/.exec(name)
  if (workspace) return `${workspace[1]}/src/${workspace[2]}`
  return name.startsWith('.') ? join(dirname(from), name) : undefined
}
