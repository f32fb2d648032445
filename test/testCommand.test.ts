import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// `npm test` with tools that only do what each test says: it adds up their reports, and never passes without tests.

const root = fileURLToPath(new URL('..', import.meta.url))
const scripts = ['test.mjs', 'boot.mjs', 'packages.mjs', 'browser.mjs', 'unreadFiles.json']
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'our-print-command-'))
  for (const name of scripts) cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  write('package-lock.json', '{ "packages": {} }')
  write('node_modules/.package-lock.json', '{ "packages": {} }')
  write('web/index.html', '')
  write('web/languages/hi/shared.json', '{}')
  write('contract/src/price.ts', '')
  write('node_modules/vite/bin/vite.js', `require('node:fs').mkdirSync('web/dist', { recursive: true })`)
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Code that says that a step has begun and waits until another one has. */
const meet = (own: string, other: string) => `
  writeFileSync('${own}', '')
  const deadline = Date.now() + 20_000
  while (!existsSync('${other}') && Date.now() < deadline) await new Promise((next) => setTimeout(next, 20))
  if (!existsSync('${other}')) process.exit(1)`

const head = `import { existsSync, writeFileSync } from 'node:fs'`

/** A vitest that writes this report, or none, and exits with this code. */
function vitest(report: object | undefined, code = 0, before = ''): void {
  const file = `process.argv.find((word) => word.startsWith('--outputFile.json=')).split('=')[1]`
  const body = report ? `writeFileSync(${file}, ${JSON.stringify(JSON.stringify(report))})` : ''
  write('node_modules/vitest/vitest.mjs', [head, before, body, `process.exit(${code})`].join('\n'))
}

/** A Playwright whose browser opens pages, with one test. */
function playwright(before: string): void {
  const home = 'node_modules/@playwright/test'
  const page = `{ evaluate: () => 'a page opens' }`
  write(`${home}/package.json`, '{ "name": "@playwright/test", "type": "module", "main": "index.js" }')
  write(
    `${home}/index.js`,
    `export const chromium = { executablePath: () => process.execPath, launch: async () => ({ newPage: async () => (${page}), close() {} }) }`,
  )
  const report = JSON.stringify(
    JSON.stringify({ stats: { expected: 1, flaky: 0, unexpected: 0 }, errors: [], suites: [] }),
  )
  write(
    `${home}/cli.js`,
    [head, before, `writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, ${report})`].join('\n'),
  )
}

const runNpmTest = (...steps: string[]) =>
  spawnSync(process.execPath, ['scripts/test.mjs', '--only', steps.join(',')], {
    cwd: folder,
    encoding: 'utf8',
  })

function npmTest(...steps: string[]) {
  const { status, stdout } = runNpmTest(...steps)
  return { status, last: stdout.trim().split('\n').at(-1) }
}

const passed = (tests: number, files = 1) => ({
  numPassedTests: tests,
  numFailedTests: 0,
  testResults: Array.from({ length: files }, () => ({ status: 'passed', assertionResults: [{}] })),
})

test('counts what the report says', () => {
  vitest(passed(3))
  expect(npmTest('vitest')).toEqual({ status: 0, last: '3 passed, 0 failed' })
})

test.each([
  ['no report', undefined, 0, '0 passed, 1 failed'],
  ['no tests', passed(0, 0), 0, '0 passed, 1 failed'],
  ['a failure that the report does not have', passed(3), 1, '3 passed, 1 failed'],
  ['a failed test', { ...passed(2), numFailedTests: 1 }, 1, '2 passed, 1 failed'],
  [
    'a file that cannot be loaded',
    {
      ...passed(2),
      testResults: [{ name: 'a.test.ts', message: '', status: 'failed', assertionResults: [] }],
    },
    1,
    '2 passed, 1 failed',
  ],
])('%s is a failure', (_what, report, code, last) => {
  vitest(report, code)
  expect(npmTest('vitest')).toEqual({ status: 1, last })
})

test('names failed tests again at the end, with the first line of why', () => {
  const name = join(folder, 'a.test.ts')
  const failures = ['\u001b[31mError: no ink\u001b[39m\n    at print']
  const assertionResults = [
    { fullName: 'prints', status: 'failed', failureMessages: failures },
    { fullName: 'waits', status: 'passed', failureMessages: [] },
  ]
  vitest({ ...passed(1), numFailedTests: 1, testResults: [{ name, status: 'failed', assertionResults }] }, 1)
  const { stdout } = runNpmTest('vitest')
  expect(stdout.split('=== Summary\n')[1]).toMatch(/^Failed: a\.test\.ts > prints: Error: no ink\nUnit, /)
})

test('browser tests run beside the others, which wait half of their time', () => {
  vitest(passed(3), 0, meet('unit', 'browser'))
  playwright(meet('browser', 'unit'))
  expect(npmTest('vitest', 'e2e')).toEqual({ status: 0, last: '4 passed, 0 failed' })
})

test('lint and types run at once', () => {
  const npm = `#!${process.execPath}\n(async () => { const { existsSync, writeFileSync } = require('node:fs')
    if (process.argv.includes('lint')) { ${meet('lint', 'types')} } else { ${meet('types', 'lint')} } })()`
  write('node_modules/.bin/npm', npm)
  chmodSync(join(folder, 'node_modules/.bin/npm'), 0o755)
  expect(npmTest('lint', 'types')).toEqual({ status: 0, last: '2 passed, 0 failed' })
})
