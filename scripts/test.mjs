import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, fail, node24, root, run, toolEnv } from './boot.mjs'
import { findBrowser } from './browser.mjs'
import { ensureInstalled } from './packages.mjs'

// `npm test` runs all checks; a failed step does not stop the next one. `npm test -- --only vitest,e2e` runs some steps.

const reports = join(root, '.cache/test-reports')

// The web app is built before vitest, because some tests need the built files.
const steps = {
  lint: ['Lint and format', () => oneCheck(tool('npm', ['run', '--silent', 'lint']))],
  types: ['Types', () => oneCheck(tool('npm', ['run', '--silent', 'types']))],
  build: ['Web build', () => oneCheck(buildWeb())],
  vitest: ['Unit, API and page tests', vitest],
  e2e: ['Browser tests', browserTests],
}

await ensureInstalled({ everything: true })
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const total = { passed: 0, failed: 0 }
const table = []
for (const name of chosen()) {
  const [title, work] = steps[name]
  console.log(`\n=== ${title}`)
  const since = Date.now()
  const { passed, failed } = await work()
  total.passed += passed
  total.failed += failed
  const seconds = ((Date.now() - since) / 1000).toFixed(1)
  const line = `${title}: ${passed} passed, ${failed} failed, ${seconds} s`
  console.log(`--- ${line} (so far ${total.passed} passed, ${total.failed} failed)`)
  table.push(line)
}
console.log(`\n${table.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function chosen() {
  const at = process.argv.indexOf('--only')
  if (at < 0) return Object.keys(steps)
  const names = (process.argv[at + 1] ?? '').split(',')
  const unknown = names.find((name) => !(name in steps))
  if (unknown !== undefined) fail(`--only takes ${Object.keys(steps).join(', ')}, not '${unknown}'.`)
  return names
}

function tool(program, args, env) {
  return run(program, args, { env: toolEnv(env) }).then(({ code }) => code === 0)
}

async function oneCheck(work) {
  return (await work) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest() {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ok = await tool(node24(), ['node_modules/vitest/vitest.mjs', 'run', ...reporters])
  return counts(ok, file, ({ numPassedTests, numFailedTests, testResults }) => {
    // A file that cannot be loaded has no tests, so it is counted separately.
    const broken = testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0)
    return { passed: numPassedTests, failed: numFailedTests + broken.length }
  })
}

async function browserTests() {
  if (!(await buildWeb())) return { passed: 0, failed: 1 }
  const browser = findBrowser()
  if (!browser) {
    console.error(
      'No browser starts on this machine, and none could be installed: install chromium and try again.',
    )
    return { passed: 0, failed: 1 }
  }
  console.log(`Browser: ${browser}`)
  const file = join(reports, 'playwright.json')
  const env = { BROWSER_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ok = await tool(
    node24(),
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    env,
  )
  return counts(ok, file, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }))
}

/** Counts the results in a report. No report, no tests, or a failure outside the report counts as one failed. */
function counts(ok, file, count) {
  let result = { passed: 0, failed: 0 }
  try {
    result = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`The report cannot be read: ${error.message}`)
  }
  if (result.passed + result.failed === 0) console.error('No test ran.')
  const silent = result.failed === 0 && (!ok || result.passed === 0)
  return silent ? { ...result, failed: 1 } : result
}
