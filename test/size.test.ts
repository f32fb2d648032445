import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chunkFiles } from '../web/buildFiles.ts'
import { screens } from '../web/src/screens.ts'

const dist = new URL('../web/dist/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, dist))
const manifest = JSON.parse(read('.vite/manifest.json').toString())
const preloads: { path: string; files: string[] }[] = JSON.parse(read('preload.json').toString())

const sizes = new Map<string, number>()
const sizeOf = (file: string) => {
  const known = sizes.get(file) ?? brotliCompressSync(read(file)).length / 1024
  sizes.set(file, known)
  return known
}
const kib = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)

const print = (what: string, size: number, budget: number) =>
  process.stdout.write(`${what}: ${size.toFixed(1)} of ${budget} KiB\n`)

/** KiB of JavaScript (Brotli) that are loaded before the screen shows. */
const budgets = { '/login': 130, '/pending_orders': 190 }
/** KiB that only this screen loads; KiB that it loads beyond the shell, shared libraries included. */
const ownBudget = 60
const beyondShellBudget = 100

const shell = new Set(
  ['index.html', 'src/shell/DataProviders.tsx', 'src/shell/Shell.tsx'].flatMap((key) =>
    chunkFiles(manifest, key),
  ),
)
const pages = [...new Set(screens.map(({ page }) => page))].map((page) => ({
  page,
  files: chunkFiles(manifest, `src/${page}.tsx`).filter((file) => !shell.has(file)),
}))

describe('JavaScript until the screen shows', () => {
  test.each(Object.entries(budgets))('%s stays within %i KiB', (path, budget) => {
    const files = preloads.find((one) => one.path === path)?.files ?? []
    const size = kib(files.map((name) => name.slice(1)))
    print(path, size, budget)
    expect(size).toBeGreaterThan(20)
    expect(size).toBeLessThanOrEqual(budget)
  })

  test.each(pages)('$page stays within its budgets', ({ page, files }) => {
    expect(manifest[`src/${page}.tsx`]).toBeDefined()
    const others = new Set(pages.flatMap((one) => (one.page === page ? [] : one.files)))
    const own = kib(files.filter((file) => !others.has(file)))
    print(`${page}, its own`, own, ownBudget)
    print(`${page}, beyond the shell`, kib(files), beyondShellBudget)
    expect(own).toBeLessThanOrEqual(ownBudget)
    expect(kib(files)).toBeLessThanOrEqual(beyondShellBudget)
  })
})

test('every file of the shell has a .br and a .gz copy', () => {
  const missing = [...shell].flatMap((file) => [`${file}.br`, `${file}.gz`])
  expect(missing.filter((file) => !existsSync(new URL(file, dist)))).toEqual([])
})
