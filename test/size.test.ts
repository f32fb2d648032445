import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { preloads as screens } from '../web/src/app/screens.ts'

const dist = new URL('../web/dist/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, dist))
type Preload = { path: string; files: string[]; styles: string[]; own: Record<string, string[]> }
const preloads: Preload[] = JSON.parse(read('preload.json').toString())
/** The styles that every page has inside. */
const firstStyles = /<style>(.+?)<\/style>/s.exec(read('index.html').toString())?.[1] ?? ''
/** The scripts and style sheets of a screen, where two roles have one at its path for the given one. */
const filesOf = (path: string, role = 'admin') => {
  const found = preloads.find((one) => one.path === path)
  return found ? [...found.files, ...(found.own[role] ?? []), ...found.styles] : []
}

/** The scripts of all first views, of all roles. */
const firstFiles = () =>
  new Set(preloads.flatMap(({ files, own }) => [...files, ...Object.values(own).flat()]))

const sizes = new Map<string, number>()
const sizeOf = (file: string) => {
  const known = sizes.get(file) ?? brotliCompressSync(read(file.slice(1))).length / 1024
  sizes.set(file, known)
  return known
}
const kib = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0)
const firstKib = brotliCompressSync(firstStyles).length / 1024

const print = (what: string, size: number, budget: number) =>
  process.stdout.write(`${what}: ${size.toFixed(1)} of ${budget}\n`)

/** KiB of JavaScript and CSS (Brotli) that are loaded before the screen shows. */
const budgets = { '/login': 68.2, '/total_orders': 123.5, '/dashboard': 132.4, '/new_order': 163.5 }
/** Files of these: with the page, the profile and its data a new order shows after 8 requests. */
const mostOf = { '/login': 1, '/total_orders': 3, '/dashboard': 4, '/new_order': 5 }
/** KiB that only this screen loads; KiB that any screen loads. */
const ownBudget = 35
const budget = 186
/** With the page, the profile and its data a screen shows after at most 12 requests. */
const mostFiles = 9
/** Files of the whole build, and those of them below 2 KiB: dialogs and small pages. */
const mostChunks = 122
const mostSmallChunks = 23

describe('JavaScript and CSS until the screen shows', () => {
  test.each(Object.entries(budgets))('%s stays within %d KiB', (path, budget) => {
    const size = kib(filesOf(path)) + firstKib
    print(`${path}, KiB`, size, budget)
    expect(firstKib).toBeGreaterThan(2)
    expect(size).toBeGreaterThan(20)
    expect(size).toBeLessThanOrEqual(budget)
  })

  test.each(Object.keys(budgets))('%s is at most 3 KiB heavier in Hindi', (path) => {
    const built = JSON.parse(read('hi/preload.json').toString()) as Preload[]
    const hindi = built.find((one) => one.path === path)
    const files = [...(hindi?.files ?? []), ...(hindi?.own['admin'] ?? []), ...(hindi?.styles ?? [])]
    expect(files.every((file) => file.startsWith('/hi/assets/'))).toBe(true)
    const more = kib(files) - kib(filesOf(path))
    print(`${path} in Hindi, KiB more`, more, 3)
    expect(more).toBeLessThanOrEqual(3)
  })

  test.each(Object.entries(mostOf))('%s needs at most %d files', (path, most) => {
    expect(filesOf(path).length).toBeLessThanOrEqual(most)
  })

  const ofRoles = screens.map(({ path, access }) => [path, access] as const)
  test.each(ofRoles)('%s of %s needs few files of sensible size', (path, access) => {
    const files = filesOf(path, access)
    const others = new Set(ofRoles.flatMap(([other, role]) => (other === path ? [] : filesOf(other, role))))
    const own = kib(files.filter((file) => !others.has(file)))
    print(`${path}, files`, files.length, mostFiles)
    print(`${path}, its own KiB`, own, ownBudget)
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThanOrEqual(mostFiles)
    expect(own).toBeLessThanOrEqual(ownBudget)
    expect(kib(files) + firstKib).toBeLessThanOrEqual(budget)
  })
})

test('signing in needs neither the router nor a list, and a list no moves of orders', () => {
  const holds = (path: string, text: string, role?: string) =>
    filesOf(path, role).some((file) => read(file.slice(1)).toString().includes(text))
  for (const text of ['There is no <Router> above', 'aria-sort']) {
    expect([text, holds('/login', text), holds('/total_orders', text)]).toEqual([text, false, true])
  }
  // The buttons and links of a staff user's cards.
  const orders = '/assigned_orders'
  expect([holds(orders, 'google.com/maps'), holds(orders, 'google.com/maps', 'staff')]).toEqual([false, true])
})

test('the build is not made of crumbs', () => {
  const chunks = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'))
  const small = chunks.filter((name) => read(`assets/${name}`).length < 2048)
  print('files of the build', chunks.length, mostChunks)
  print('files below 2 KiB', small.length, mostSmallChunks)
  expect(chunks.length).toBeLessThanOrEqual(mostChunks)
  expect(small.length).toBeLessThanOrEqual(mostSmallChunks)
})

test('the page itself is small, and has its first requests and its icon inside', () => {
  const page = read('index.html').toString()
  const kib = page.length / 1024
  print('index.html, KiB', kib, 27)
  expect(kib).toBeLessThanOrEqual(27)
  expect(page).toContain('earlyResponses')
  expect(page).toMatch(/<link rel="icon"[^>]* href="data:image/)
})

test('every file of a first view has a .br and a .gz copy', () => {
  const files = firstFiles()
  const missing = [...files].flatMap((file) => [`${file}.br`, `${file}.gz`])
  expect(missing.filter((file) => !existsSync(new URL(file.slice(1), dist)))).toEqual([])
})

test('what a proof and a new sequence need is loaded when it is asked for, with no screen', () => {
  const first = firstFiles()
  const chunks = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'))
  for (const name of ['ProofDialog', 'ReorderStops', 'listViewParts', 'listViewForms']) {
    const files = chunks.filter((file) => file.startsWith(`${name}-`)).map((file) => `/assets/${file}`)
    expect([name, files.length]).toEqual([name, 1])
    expect(files.filter((file) => first.has(file))).toEqual([])
  }
  // Neither the canvas of a signature nor the one that makes a photo small.
  const drawing = [...first].filter((file) =>
    /endStroke|createImageBitmap/.test(read(file.slice(1)).toString()),
  )
  expect(drawing).toEqual([])
})
