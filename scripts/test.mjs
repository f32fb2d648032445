import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWeb, fail, node24, root, run, toolEnv } from './boot.mjs'
import { findBrowser } from './browser.mjs'
import { ensureInstalled } from './packages.mjs'

// `npm test` runs the checks of every change, `npm run test:all` also the proofs (*.proof.test.ts, *.proof.e2e.ts, what is tagged
// `proof`) and the query plans (*.plans.test.ts): kills, faults, several processes, bad requests to every endpoint, every
// statement on large tables, walks in every width and colour, and the page tests with answers that come late and in another
// order. A failed step does not stop the next one.
// `-- --only vitest,e2e` runs some steps, `npm run test:all -- --proofs` the proofs alone.

const reports = join(root, '.cache/test-reports')

// tsgolint, which is written in Go, takes a third more processor time with a thread for each core.
const oneThread = { GOMAXPROCS: '1' }

// Steps of a group run at the same time: tests that start, kill and await servers leave half of two cores idle, which the
// browser tests fill. The web app is built first, because some tests need the built files. What a step prints is shown when it
// is its turn; the longest one prints at once.
const groups = [
  {
    lint: ['Lint and format', () => oneCheck(npmScript('lint', oneThread))],
    types: ['Types', () => oneCheck(npmScript('types'))],
    build: ['Web build', () => oneCheck(buildWeb().then((ok) => ({ code: ok ? 0 : 1, said: '' })))],
  },
  {
    vitest: ['Unit, API and page tests', () => vitest(['server', 'web'], { tagged: '!proof' })],
    // Of Vitest's projects these run one file after another, with a core to spare when they are last.
    alone: [
      'Tests that share nothing',
      () => vitest(['alone', 'webAlone', 'size'], { tagged: '!proof', quiet: true }),
    ],
    e2e: ['Browser stories', () => browserTests()],
  },
  {
    proofs: [
      'Proofs',
      () =>
        vitest(['proofs', 'plans'], { more: { SEED: process.env.SEED ?? String(randomInt(1, 1_000_000)) } }),
    ],
    tagged: [
      'Proofs among other tests',
      () => vitest(['server', 'alone', 'webAlone'], { tagged: 'proof', quiet: true }),
    ],
    // Whoever waits for an answer in a test must wait for it however late it comes.
    late: ['Page tests with late answers', () => vitest(['web'], { more: { REPLY_MS: '120' }, quiet: true })],
    walks: ['Walks in the browser', () => browserTests({ PROOFS: '1' })],
  },
]
const names = groups.flatMap((group) => Object.keys(group))
const proofs = Object.keys(groups[2])

await ensureInstalled({ everything: true })
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const wanted = chosen()
const total = { passed: 0, failed: 0 }
const table = []
const failures = []
for (const group of groups) {
  // Here, so that no two steps of the second group build it at once.
  if (group.e2e || group.walks) await buildWeb()
  const running = Object.entries(group)
    .filter(([name]) => wanted.includes(name))
    .map(([, [title, work]]) => [title, timed(work)])
  for (const [title, result] of running) {
    console.log(`\n=== ${title}`)
    const { passed, failed, failures: theirs = [], said, seconds } = await result
    if (said.trim()) console.log(said.trim())
    failures.push(...(failed > 0 && theirs.length === 0 ? [title] : theirs))
    total.passed += passed
    total.failed += failed
    const line = `${title}: ${passed} passed, ${failed} failed, ${seconds} s`
    console.log(`--- ${line} (so far ${total.passed} passed, ${total.failed} failed)`)
    table.push(line)
  }
}
console.log('\n=== Summary')
// Again at the end, where a person looks first, and where the log of a long run is not cut.
for (const failure of failures) console.log(`Failed: ${failure}`)
console.log(`${table.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** The result of a step and how long it took. A step that throws has failed; the others go on. */
async function timed(work) {
  const since = Date.now()
  const result = await work().catch((error) => ({ passed: 0, failed: 1, said: error.stack }))
  return { ...result, seconds: ((Date.now() - since) / 1000).toFixed(1) }
}

function chosen() {
  const at = process.argv.indexOf('--only')
  if (process.argv.includes('--proofs')) return proofs
  if (at < 0) return process.argv.includes('--all') ? names : names.filter((name) => !proofs.includes(name))
  const given = (process.argv[at + 1] ?? '').split(',')
  const unknown = given.find((name) => !names.includes(name))
  if (unknown !== undefined) fail(`--only takes ${names.join(', ')}, not '${unknown}'.`)
  return given
}

function npmScript(name, more) {
  return run('npm', ['run', '--silent', name], { quiet: true, env: toolEnv(more) })
}

/** The result of a tool, or of a build, that either passes or fails. */
async function oneCheck(work) {
  const { code, said } = await work
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, said }
}

async function vitest(projects, { more, tagged, quiet = false } = {}) {
  const name = [projects[0], ...(tagged === 'proof' ? ['proofs'] : [])].join('-')
  const file = join(reports, `vitest-${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const filters = [
    ...projects.flatMap((one) => ['--project', one]),
    ...(tagged ? ['--tags-filter', tagged] : []),
  ]
  if (more?.SEED) console.log(`Random tests begin at SEED=${more.SEED}.`)
  const { code, said } = await run(
    node24(),
    ['node_modules/vitest/vitest.mjs', 'run', ...filters, ...reporters],
    { quiet, env: toolEnv(more) },
  )
  return counts(code, file, said, ({ numPassedTests, numFailedTests, testResults }) => {
    // A file that cannot be loaded has no tests, so it is counted separately.
    const broken = testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0)
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      failures: [
        ...broken.map((one) => failure(one.name, one.message)),
        ...testResults.flatMap((one) =>
          one.assertionResults
            .filter((test) => test.status === 'failed')
            .map((test) => failure(`${one.name} > ${test.fullName}`, test.failureMessages[0])),
        ),
      ],
    }
  })
}

async function browserTests(more) {
  if (!(await buildWeb())) return { passed: 0, failed: 1, said: 'The web app could not be built.' }
  const browser = findBrowser()
  if (!browser) {
    const said =
      'No browser starts on this machine, and none could be installed: install chromium and try again.'
    return { passed: 0, failed: 1, said }
  }
  const file = join(reports, more ? 'walks.json' : 'playwright.json')
  const env = toolEnv({ ...more, BROWSER_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']
  const { code, said } = await run(node24(), playwright, { quiet: true, env })
  return counts(code, file, `Browser: ${browser}\n${said}`, ({ stats, errors, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...errors.map((error) => failure('Browser tests', error.message)),
      ...specsOf(suites)
        .filter((spec) => !spec.ok)
        .map((spec) => failure(`${spec.file} > ${spec.title}`, errorOf(spec))),
    ],
  }))
}

/** The specs of suites of Playwright's report, which stand in one another. */
function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}

function errorOf(spec) {
  return spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error.message
}

/** One line: which test failed, and the first line of what it said, without colours. */
function failure(name, message = '') {
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n')
  return `${name.replace(root, '')}: ${first.slice(0, 300)}`
}

/** Counts the results in a report. No report, no tests, or a failure outside the report counts as one failed. */
function counts(code, file, said, count) {
  let result = { passed: 0, failed: 0 }
  const complaints = []
  try {
    result = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    complaints.push(`The report cannot be read: ${error.message}`)
  }
  if (result.passed + result.failed === 0) complaints.push('No test ran.')
  const silent = result.failed === 0 && (code !== 0 || result.passed === 0)
  return { ...result, ...(silent && { failed: 1 }), said: [said, ...complaints].join('\n') }
}
